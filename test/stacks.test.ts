/** cdktf adds nothing and takes nothing away: what it writes is the plan, block by block. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadFacts } from '../src/commands/facts.js';
import type { Plan } from '../src/compile/plan.js';
import { provePolicy } from '../src/pipeline/policy.js';
import { synthesise } from '../src/stacks/synthesise.js';
import { type Json, toJson } from '../src/terraform/syntax/json.js';
import type { SourceBody } from '../src/terraform/syntax/module.js';

const facts = await loadFacts();
const read = (file: string) => ({ text: readFileSync(file, 'utf8') });
const plans = readdirSync('policies').flatMap((name) =>
  (['addons', 'stack'] as const).map((target) => {
    const file = `policies/${name}`;
    const { plan, findings } = provePolicy({ file, ...read(file), files: read, facts, target });
    if (plan === undefined) throw new Error(JSON.stringify(findings));
    return plan;
  }),
);

type Tree = { [key: string]: Json | Tree };

/** Terraform's JSON of a plan by its own definition: blocks by type and labels, bodies as objects. */
function direct(plan: Plan): Tree {
  const tree: Tree = {};
  for (const { type, labels, body } of plan.root.blocks) {
    const made = bodyJson(body, type);
    if (type === 'locals' || type === 'terraform') tree[type] = made;
    else if (type === 'provider') put(tree, [type, ...labels], [made]);
    else put(tree, [type, ...labels], made);
  }
  return tree;
}

function put(tree: Tree, path: readonly string[], value: Json | Tree): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) tree[key] = value;
  else {
    tree[key] ??= {};
    put(tree[key] as Tree, rest, value);
  }
}

function bodyJson(body: SourceBody, type: string): Json {
  const made: Record<string, Json> = {};
  for (const { name, value } of body.attributes)
    made[name] =
      name === 'depends_on' && value.kind === 'tuple'
        ? value.items.map((item) => String(toJson(item)).slice(2, -1))
        : type === 'variable' && value.kind === 'literal'
          ? value.value
          : toJson(value);
  for (const nested of body.blocks) {
    const inner = bodyJson(nested.body, nested.type);
    if (nested.type === 'required_providers' || nested.type === 'lifecycle')
      made[nested.type] = inner;
    else if (nested.type === 'backend') made[nested.type] = { [nested.labels[0] ?? '']: inner };
    else {
      const labelled = nested.labels.reduceRight(
        (body, label) => ({ [label]: body }) as Json,
        inner,
      );
      made[nested.type] = [...((made[nested.type] as Json[] | undefined) ?? []), labelled];
    }
  }
  return made;
}

describe.each(plans.map((plan) => [plan.name, plan.target, plan] as const))(
  '%s for %s',
  (_, _target, plan) => {
    it('is written as it is', () => {
      const { '//': comment, ...written } = JSON.parse(synthesise(plan));
      expect(written).toEqual(direct(plan));
      expect(comment.metadata.stackName).toBe(plan.name);
    });

    it('has one block for each address', () => {
      const addresses = plan.root.blocks
        .filter(({ type }) => type !== 'locals' && type !== 'terraform')
        .map(({ type, labels }) => [type, ...labels].join('.'));
      expect(new Set(addresses).size).toBe(addresses.length);
    });
  },
);
