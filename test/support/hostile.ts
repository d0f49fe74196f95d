/**
 * A policy whose every free text is hostile: pieces of Terraform's, cdktf's and
 * Helm's template languages, quotes, escapes and line ends, a few thousand of
 * them, and the places at which they must come out again.
 */
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { VALID } from './policy.js';

const PIECES = [
  ...['$', '%', '{', '}', '"', '\\', "'", '~', '#', '`', '|', '<', '>', '&', '\n', '\t'],
  ...[
    '{{',
    '}}',
    '${',
    '%{',
    '$${',
    '%%{',
    '${path.module}',
    '%{if true}x%{endif}',
    '{{ .Values }}',
  ],
  ...['a', ' ', '한', '😀', '\u2028', '\u00e9', '<<EOT', '//', '/*', '__proto__', '*/', '---', '.'],
];

/** Strings of a seeded run, none empty. */
export const hostileStrings = (count: number, seed: number): readonly string[] =>
  fc.sample(
    fc
      .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 14 })
      .map((all) => all.join('')),
    { numRuns: count, seed },
  );

/** Terraform gives text in Unicode's composed form (zclconf/go-cty@v1.16.2 docs/types.md). */
const asTerraformKeeps = (text: string): string => text.normalize('NFC');

export interface Hostile {
  readonly text: string;
  /** What must stand in the values of a chart, by the release and path. */
  readonly expected: {
    readonly karpenter: unknown;
    readonly nth: unknown;
    readonly tags: unknown;
    readonly inputs: unknown;
    readonly nodePool: { readonly annotations: object; readonly labels: object };
    readonly nodeClass: object;
  };
}

/** A policy with `count` strings in it, of a seed; settings of providers too, which AWS itself would refuse. */
export function hostilePolicy(count: number, seed: number, settings = false): Hostile {
  const name = 'hostile';
  const strings = [...hostileStrings(count, seed)];
  const take = (n: number): string[] => strings.splice(0, n);
  const fifth = Math.floor(count / 5);
  // Objects of unlike keys: the same key twice would be one.
  const object = (n: number): Record<string, string> =>
    Object.fromEntries(take(n).map((text, i) => [`${i}${text}`, text]));
  const karpenter = { list: take(fifth / 2), object: object(fifth / 2) };
  const nth = { list: take(fifth / 2), object: object(fifth / 2) };
  const tags = object(fifth);
  const inputs = object(fifth);
  const nodePool = { annotations: object(fifth / 4), labels: object(fifth / 4) };
  const nodeClass = { userData: take(40).join(''), tags: object(fifth / 4) };
  const [because = 'x', value = 'x', domain = 'x'] = strings.map((text) => `x${text}`);

  const policy = parse(VALID);
  policy.metadata = { name, description: because };
  policy.cluster.name = name;
  policy.handlers.karpenter.values = { hostile: karpenter };
  policy.handlers.nth.values = { hostile: nth };
  policy.inputs = { tags: inputs };
  policy.nodeClasses[0].spec = { ...policy.nodeClasses[0].spec, ...nodeClass };
  Object.assign(policy.capacity[1], nodePool, {
    taints: [{ key: domain, value, effect: 'NoSchedule' }],
    requirements: [{ key: domain, operator: 'In', values: [value] }],
  });
  policy.capacity[2].autoScalingGroup = { terraform: `module.eks[${JSON.stringify('a b')}].arn` };
  policy.interruption.exceptions = [
    { pools: ['batch'], events: ['rebalance-recommendation'], owner: 'none', because },
  ];
  if (settings) policy.root = { providers: { aws: { default_tags: { tags } } } };
  return {
    text: stringify(policy),
    expected: kept({
      karpenter,
      nth,
      tags,
      inputs,
      nodePool,
      nodeClass,
    }) as Hostile['expected'],
  };
}

function kept(value: unknown): unknown {
  if (typeof value === 'string') return asTerraformKeeps(value);
  if (Array.isArray(value)) return value.map(kept);
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [asTerraformKeeps(key), kept(item)]),
  );
}
