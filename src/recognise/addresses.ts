/** Addresses of blocks: which module instance a block stands in, and how near two blocks are to each other. */

/** The address of the module instance that an address lies in; empty for the root. */
export function moduleOf(address: string): string {
  let end = 0;
  for (let at = 0; address.startsWith('module.', at); ) {
    const next = afterStep(address, at + 'module.'.length);
    if (address[next] !== '.') break;
    end = next;
    at = next + 1;
  }
  return address.slice(0, end);
}

/** The offset after a name and the key in brackets that may follow it. */
function afterStep(address: string, start: number): number {
  let at = start;
  while (at < address.length && address[at] !== '.' && address[at] !== '[') at++;
  if (address[at] !== '[') return at;
  let depth = 0;
  let quoted = false;
  for (; at < address.length; at++) {
    const unit = address[at];
    if (quoted && unit === '\\') at++;
    else if (unit === '"') quoted = !quoted;
    else if (!quoted && unit === '[') depth++;
    else if (!quoted && unit === ']' && --depth === 0) return at + 1;
  }
  return at;
}

/** The module instances that an address lies in, innermost first; the root is not one. */
export function modulesAbove(address: string): readonly string[] {
  const found: string[] = [];
  for (let module = moduleOf(address); module !== ''; module = moduleOf(module)) found.push(module);
  return found;
}

/** How many module instances two addresses share. */
export function nearness(a: string, b: string): number {
  const above = new Set(modulesAbove(b));
  return modulesAbove(a).filter((module) => above.has(module)).length;
}
