/** `set` as blocks or as a list, against the major version of the Helm provider. */
import type { Written } from '../../model/written.js';
import type { Span } from '../../source/span.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { allAllowed, providerVersions } from '../provider-versions.js';
import { defineRule, type RuleFacts } from '../rule.js';

export default defineRule({
  id: 'helm-set-syntax',
  family: 'settings',
  severities: ['error'],
  summary: "Release settings as blocks or as a list, against the Helm provider's major version.",
  rationale:
    'Terraform refuses it: version 3 of the Helm provider turned these blocks into arguments.',
  remedy: 'Write blocks for version 2 of the provider and lists for version 3.',
  since: '0.1.0',
  sources: ['hashicorp/terraform-provider-helm@v3.0.0 docs/guides/v3-upgrade-guide.md'],

  *check({ system: { as }, facts }) {
    const helm = helmMajor(as, facts);
    if (helm === undefined) return;
    for (const { module } of as.modules)
      for (const block of module.blocks) {
        const names = namesIn(block);
        if (names === undefined || !/\.(?:tf|tofu)$/.test(block.at.file)) continue;
        for (const { name, at } of helm.major >= 3
          ? asBlocks(block, names)
          : asArguments(block, names))
          yield {
            at,
            message:
              helm.major >= 3
                ? `"${name}" is written as a block, and the Helm provider is ${helm.says}, where it is an argument`
                : `"${name}" is written as an argument, and the Helm provider is ${helm.says}, where it is a block`,
            related: [{ at: helm.at, message: 'the version of the provider follows from this' }],
            help:
              helm.major >= 3
                ? `write ${name} = ${name === 'kubernetes' ? '{ ... }' : '[{ ... }]'}`
                : `write ${name} { ... }${name === 'kubernetes' ? '' : ' for each'}`,
          };
      }
  },
});

interface HelmMajor {
  readonly major: number;
  readonly says: string;
  readonly at: Span;
}

/** Undefined where nothing says which it is: constraints that allow both leave it to a lock file. */
function helmMajor(as: Written, facts: RuleFacts): HelmMajor | undefined {
  const { locked, written, constraints } = providerVersions(as, 'hashicorp/helm');
  if (locked !== undefined)
    return { major: majorOf(locked.value), says: `locked at ${locked.value}`, at: locked.from.at };
  const [first] = written;
  if (first === undefined) return undefined;
  const releases = facts.providers?.providerReleases('hashicorp/helm') ?? [];
  const majors = new Set(allAllowed(constraints, releases).map(majorOf));
  const [major, other] = majors;
  if (major === undefined || other !== undefined) return undefined;
  return { major, says: `"${first.value}", so ${major}.x`, at: first.from.at };
}

const majorOf = (version: string): number => Number.parseInt(version, 10);

/** What changed its form, by the block that it is in. */
function namesIn({ type, labels }: SourceBlock): readonly string[] | undefined {
  if (type === 'resource' && labels[0] === 'helm_release')
    return ['set', 'set_list', 'set_sensitive', 'postrender'];
  return type === 'provider' && labels[0] === 'helm' ? ['kubernetes'] : undefined;
}

interface Changed {
  readonly name: string;
  readonly at: Span;
}

function asBlocks({ body }: SourceBlock, names: readonly string[]): readonly Changed[] {
  return firstOfEach(
    body.blocks
      .map(({ type, labels, at }) => ({ name: type === 'dynamic' ? (labels[0] ?? '') : type, at }))
      .filter(({ name }) => names.includes(name)),
  );
}

const asArguments = ({ body }: SourceBlock, names: readonly string[]): readonly Changed[] =>
  body.attributes
    .filter(({ name }) => names.includes(name))
    .map(({ name, key }) => ({ name, at: key }));

const firstOfEach = (written: readonly Changed[]): readonly Changed[] =>
  written.filter(({ name }, index) => written.findIndex((one) => one.name === name) === index);
