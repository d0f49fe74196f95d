/** A plan as a cdktf stack. It decides nothing: every block of the plan becomes the construct of its type. */
import {
  TerraformHclModule,
  TerraformLocal,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
} from 'cdktf';
import type { Construct } from 'constructs';
import type { Plan } from '../compile/plan.js';
import { bodyJson, type JsonBody } from '../terraform/json/write.js';
import type { Json } from '../terraform/syntax/json.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { CONSTRUCTS, type Config, PROVIDERS } from './constructs.js';

export class PlanStack extends TerraformStack {
  constructor(
    scope: Construct | undefined,
    readonly plan: Plan,
  ) {
    // A stack needs no app around it: without one nothing touches the disk.
    super(scope as Construct, plan.name);
    for (const block of plan.root.blocks) this.add(block);
  }

  private add(block: SourceBlock): void {
    const attributes = bodyJson(block.body, block.type);
    const [first, second] = block.labels;
    switch (block.type) {
      case 'terraform':
        // cdktf pins every provider to the version of its bindings and names a state file by an absolute path.
        this.addOverride('terraform', { ...attributes, backend: attributes.backend ?? undefined });
        return;
      case 'provider':
        PROVIDERS[first ?? '']?.(this, camelKeys(attributes), attributes);
        return;
      case 'variable':
        new TerraformVariable(this, first ?? '', camelKeys(attributes) as never);
        return;
      case 'locals':
        for (const [name, value] of Object.entries(attributes))
          new TerraformLocal(this, `local-${name}`, value).overrideLogicalId(name);
        return;
      case 'output':
        new TerraformOutput(this, first ?? '', attributes as never);
        return;
      case 'module': {
        const { source, version, depends_on: dependsOn, ...variables } = attributes;
        new TerraformHclModule(this, first ?? '', {
          source: String(source),
          version: String(version),
          variables,
        }).addOverride('depends_on', dependsOn);
        return;
      }
      case 'check':
        // cdktf has no construct for checks.
        this.addOverride(`check.${first}`, attributes);
        return;
      default:
        this.addResource(block, second ?? '', attributes);
    }
  }

  private addResource(block: SourceBlock, name: string, attributes: JsonBody): void {
    const { depends_on: dependsOn, lifecycle, ...rest } = attributes;
    const make = CONSTRUCTS[`${block.type}.${block.labels[0]}`];
    if (make === undefined) throw new Error(`no construct for ${block.type} ${block.labels[0]}`);
    const element = make(this, `${block.labels[0]}-${name}`, camelKeys(rest) as never) as {
      overrideLogicalId: (id: string) => void;
      addOverride: (path: string, value: unknown) => void;
    };
    element.overrideLogicalId(name);
    // Addresses, not constructs: a plan refers to blocks by their addresses throughout.
    if (dependsOn !== undefined) element.addOverride('depends_on', dependsOn);
    if (lifecycle !== undefined) element.addOverride('lifecycle', lifecycle);
  }

  override toTerraform(): Record<string, unknown> {
    return withoutMetadata(super.toTerraform() as Record<string, unknown>, this.plan.name);
  }
}

const camelKeys = (attributes: JsonBody): Config =>
  Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [camel(key), nestedCamel(key, value)]),
  );

const camel = (key: string): string => key.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());

/** Nested blocks have classes of their own in cdktf; everything else is data whose keys are the user's. */
const NESTED = new Set(['kubernetes', 'exec', 'validation']);

function nestedCamel(key: string, value: Json): Json {
  if (!NESTED.has(key)) return value;
  if (Array.isArray(value)) return value.map((item) => nestedCamel(key, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [camel(name), nestedCamel(name, item)]),
  );
}

/**
 * cdktf describes every element under "//": paths in its own tree, of use to
 * nobody who reads the output. The stack's own description stays, because
 * `cdktf synth` looks for it; Terraform takes it for a comment.
 */
function withoutMetadata(json: Record<string, unknown>, name: string): Record<string, unknown> {
  const { '//': _, ...rest } = json;
  const sections = Object.entries(rest).map(
    ([section, value]) => [section, strip(value, DEPTH[section] ?? 0)] as const,
  );
  return {
    '//': { metadata: { backend: 'local', stackName: name }, outputs: {} },
    ...Object.fromEntries(sections),
  };
}

/** How many levels of names stand above the bodies of a section. */
const DEPTH: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  module: 1,
  variable: 1,
  output: 1,
};

function strip(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const { '//': comment, ...rest } = value as Record<string, unknown>;
  if (depth === 0) return comment === undefined ? value : rest;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, strip(item, depth - 1)]),
  );
}
