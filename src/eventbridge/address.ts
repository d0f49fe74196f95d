/** IP addresses and CIDR blocks as EventBridge reads them: v4 in decimal, v6 in hexadecimal groups. */

/** An address, or the network it belongs to when only its first `prefix` bits count. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

export interface Network extends Address {
  readonly prefix: number;
}

/** The address a text spells, if it spells one. */
export function parseAddress(text: string): Address | undefined {
  if (/^\d{1,10}(\.\d{1,10}){3}$/.test(text)) return fromGroups(text.split('.').map(Number), 8, 32);
  if (!/^(?=[^:]*:)[0-9a-f:]{2,45}$/i.test(text)) return undefined;
  const groups = v6Groups(text);
  return groups && fromGroups(groups, 16, 128);
}

/** The eight groups of a v6 address; `::` stands once for as many zero groups as are missing. */
function v6Groups(text: string): readonly number[] | undefined {
  const sides = text.split('::');
  if (sides.length > 2) return undefined;
  const [head = [], tail] = sides.map((side) => (side === '' ? [] : side.split(':')));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...new Array<string>(tail ? missing : 0).fill('0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}

function fromGroups(
  groups: readonly number[],
  width: number,
  bits: Address['bits'],
): Address | undefined {
  if (groups.some((group) => group >= 2 ** width)) return undefined;
  const value = groups.reduce((all, group) => (all << BigInt(width)) | BigInt(group), 0n);
  return { bits, value };
}

/**
 * The network of a CIDR block. Bits behind the mask may be set; a mask as long as
 * the address is refused (aws/event-ruler@337e8d9
 * src/main/software/amazon/event/ruler/CIDR.java).
 */
export function parseNetwork(text: string): Network | undefined {
  const [, own = '', mask = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const address = parseAddress(own);
  const prefix = Number(mask);
  if (!address || prefix >= address.bits) return undefined;
  return { ...address, prefix };
}

export const isInNetwork = (text: string, network: Network): boolean => {
  const address = parseAddress(text);
  if (address?.bits !== network.bits) return false;
  const host = BigInt(network.bits - network.prefix);
  return address.value >> host === network.value >> host;
};

/** Whether two texts spell one address: EventBridge compares addresses, not their spelling. */
export function sameAddress(a: string, b: string): boolean {
  const first = parseAddress(a);
  const second = parseAddress(b);
  return first !== undefined && first.bits === second?.bits && first.value === second.value;
}
