/** A plan as configuration blocks: resources and data, the calls around them, the providers that they use. */
import type { Block } from '../../configuration/configuration.js';
import { type Origin, originAt } from '../../source/span.js';
import { type Data, isList, isMap, isUnknown, known, type Value } from '../../value/value.js';
import type { JsonNode } from '../json/text.js';
import { callNames, moduleAt, type PlanModule } from './configuration.js';
import { entriesOf, nodeAt, stringOf } from './document.js';
import { argumentValue, leavesOf } from './leaves.js';
import { type Links, parentOf } from './links.js';
import { keyless, stepsOf } from './reference.js';
import type { PlanResource } from './resources.js';
import { overlaid } from './values.js';

/** A resource or what is read, as its block. */
export function resourceBlock(resource: PlanResource, links: Links): Block {
  const { address, isData, type, name, node, values, unknown, sensitive } = resource;
  const body = overlaid({ values, unknown, sensitive, near: node }, leavesOf(resource, links));
  return {
    address,
    type: isData ? 'data' : 'resource',
    labels: [type, name],
    body: withProvider(withoutEmpty(body), resource),
    exists: true,
    from: originAt(node.at),
  };
}

/** Providers give back an empty text for what nobody wrote, and an empty list for blocks that nobody wrote. */
function withoutEmpty(body: Value): Value {
  if (isUnknown(body) || !isMap(body.value)) return body;
  const kept = [...body.value].filter(([, value]) => isUnknown(value) || !isEmpty(value.value));
  return { ...body, value: new Map(kept) };
}

const isEmpty = (data: Data): boolean => data === '' || (isList(data) && data.length === 0);

function withProvider(body: Value, { config }: PlanResource): Value {
  const key = nodeAt(config, 'provider_config_key');
  const name = localName(stringOf(key));
  if (key === undefined || name === undefined || isUnknown(body) || !isMap(body.value)) return body;
  return { ...body, value: new Map(body.value).set('provider', known(name, originAt(key.at))) };
}

/** `aws.virginia` out of `module.addons:aws.virginia`. */
const localName = (key: string | undefined): string | undefined => key?.split(':').at(-1);

/** The calls that make the module instances of a plan, and those that make none of them. */
export function callBlocks(
  root: PlanModule,
  links: Links,
  aliases: readonly string[],
): readonly Block[] {
  const made = new Set(links.modules);
  const empty = [...root.calls.keys()]
    .map((name) => `module.${name}`)
    .filter((address) => ![...made].some((one) => keyless(one) === address));
  return [...made, ...empty].flatMap((address) => {
    const name = callNames(address).at(-1) ?? '';
    const node = moduleAt(root, parentOf(address))?.calls.get(name)?.node;
    return node === undefined ? [] : [callBlock(address, name, node, links, aliases)];
  });
}

function callBlock(
  address: string,
  name: string,
  node: JsonNode,
  links: Links,
  aliases: readonly string[],
): Block {
  const source = nodeAt(node, 'source');
  const version = nodeAt(node, 'version_constraint');
  const from = originAt((source ?? node).at);
  const place = { module: parentOf(address), key: stepsOf(address).at(-1)?.keys[0], config: node };
  const written = entriesOf(nodeAt(node, 'expressions'))
    // An expression without references or a value is a literal null, or made of locals alone.
    .filter(({ value }) => entriesOf(value).length > 0 || value.kind !== 'object')
    .map(({ name: argument, key, value }) => {
      const term = `${address}.${argument}`;
      const found = argumentValue(value, { name: argument, place, links, term, secret: false });
      return [argument, { ...found, key }] as const;
    });
  const texts = [
    ['source', source],
    ['version', version],
  ] as const;
  return {
    address,
    type: 'module',
    labels: [name],
    body: known(
      new Map<string, Value>([
        ...texts.flatMap(([key, text]) =>
          text === undefined
            ? []
            : [[key, known(stringOf(text) ?? null, originAt(text.at))] as const],
        ),
        ...written,
        ['providers', handedDown(aliases, from)],
      ]),
      from,
    ),
    exists: true,
    from,
  };
}

/** A plan names the provider of each resource by its name at the root, so names stay what they are on the way down. */
const handedDown = (aliases: readonly string[], from: Origin): Value =>
  known(new Map(aliases.map((name) => [name, known(name, from)])), from);

/** Arguments of providers that tell where they lead; others may be secrets. */
const TELLING = /^(?:region|alias|host|profile|kubernetes|exec|args|command|api_version)$/;

export interface ProviderBlocks {
  readonly blocks: readonly Block[];
  /** Names of configurations other than the default ones. */
  readonly aliases: readonly string[];
}

/** Configured providers, and the versions of them that modules require. */
export function providerBlocks(configuration: JsonNode | undefined, links: Links): ProviderBlocks {
  const aliases: string[] = [];
  const blocks = entriesOf(nodeAt(configuration, 'provider_config')).flatMap(
    ({ name: key, value: node }) => {
      const alias = nodeAt(node, 'alias');
      const name = localName(key) ?? key;
      if (alias !== undefined) aliases.push(name);
      const within = stringOf(nodeAt(node, 'module_address')) ?? '';
      const modules =
        within === '' ? [''] : links.modules.filter((module) => keyless(module) === within);
      return modules.flatMap((module) => [
        providerBlock(module, name, node, links),
        ...requirement(module, node),
      ]);
    },
  );
  return { blocks, aliases };
}

const inModule = (module: string, name: string): string =>
  module === '' ? name : `${module}.${name}`;

function providerBlock(module: string, name: string, node: JsonNode, links: Links): Block {
  const from = originAt(node.at);
  const address = inModule(module, `provider.${name}`);
  const alias = nodeAt(node, 'alias');
  const place = { module, key: undefined, config: undefined };
  const expressions = entriesOf(nodeAt(node, 'expressions')).map(({ name: argument, value }) => {
    const secret = !TELLING.test(argument);
    const term = `${address}.${argument}`;
    return [
      argument,
      argumentValue(value, { name: argument, place, links, term, secret }),
    ] as const;
  });
  return {
    address,
    type: 'provider',
    labels: [name.split('.')[0] ?? name],
    body: known(
      new Map<string, Value>([
        ...expressions,
        ...(alias === undefined
          ? []
          : [['alias', known(stringOf(alias) ?? null, originAt(alias.at))] as const]),
      ]),
      from,
    ),
    exists: true,
    from,
  };
}

function requirement(module: string, node: JsonNode): readonly Block[] {
  const constraint = nodeAt(node, 'version_constraint');
  const name = nodeAt(node, 'name');
  const source = nodeAt(node, 'full_name');
  if (constraint === undefined || name === undefined || source === undefined) return [];
  const from = originAt(node.at);
  const text = (part: JsonNode, value = stringOf(part)) => known(value ?? null, originAt(part.at));
  const required = known(
    new Map([
      [
        'source',
        text(source, stringOf(source)?.replace(/^registry\.(?:terraform|opentofu)\.[a-z]+\//, '')),
      ],
      ['version', text(constraint)],
    ]),
    originAt(constraint.at),
  );
  const own = known(new Map([[stringOf(name) ?? '', required]]), from);
  return [
    {
      address: inModule(module, 'terraform'),
      type: 'terraform',
      labels: [],
      body: known(new Map([['required_providers', known([own], from)]]), from),
      exists: true,
      from,
    },
  ];
}
