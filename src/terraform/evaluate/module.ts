/** One instance of a module: its names, evaluated on demand, and its blocks. */
import type { Block } from '../../configuration/configuration.js';
import type { Origin, Span } from '../../source/span.js';
import { and } from '../../value/logic.js';
import { known, unknown, type Value } from '../../value/value.js';
import type { Expression } from '../syntax/expression.js';
import type { SourceBlock } from '../syntax/module.js';
import { evaluateBody } from './body.js';
import { failure } from './derive.js';
import { createMemo } from './memo.js';
import { type Call, createCall } from './module-call.js';
import type { ModuleInput, ModuleInstance } from './module-instance.js';
import { createResource, type Resource } from './resource.js';
import {
  type Names,
  originIn,
  passedThrough,
  type Resolved,
  type Scope,
  type Step,
  withVia,
} from './scope.js';
import { addressOf, attributeIn } from './source-index.js';
import { variableValue } from './variable.js';

/** Blocks whose decisions shape no resource. */
const QUIET_BLOCKS = new Set(['variable', 'output', 'check']);

export function createModule(input: ModuleInput): ModuleInstance {
  const { run, resolved, address } = input;
  const index = run.indexOf(resolved.module);
  const memo = createMemo();
  const resources = new Map<string, Resource>();
  const calls = new Map<string, Call>();
  const within = [...input.within, resolved];
  const full = (name: string): string => (address === '' ? name : `${address}.${name}`);

  const names: Names = {
    address,
    directory: resolved.directory,
    ...(resolved.constants !== undefined &&
      input.calledFrom !== undefined && {
        standsAt: { at: input.calledFrom.at, instance: address },
      }),
    resolve,
  };
  const scope: Scope = { run, names, bound: new Map() };
  const quiet: Scope = { ...scope, quiet: true };

  const lazily = (name: string, at: Span, compute: () => Value): Value =>
    memo.get(name, compute, () =>
      failure(
        'it depends on itself',
        { kind: 'variable', name: full(name), at },
        originIn(scope, at),
      ),
    );

  const variable = (name: string, from: Origin): Value => {
    const block = index.variables.get(name);
    const term = (): string => full(`var.${name}`);
    if (block === undefined) return input.given(name) ?? unknown('input', term(), from);
    return lazily(`var.${name}`, block.at, () =>
      variableValue({
        block,
        given: input.given(name),
        term: term(),
        from: originIn(scope, block.at),
        evaluate: (e: Expression) => run.evaluate(e, scope),
      }),
    );
  };

  const local = (name: string, from: Origin): Value => {
    const attribute = index.locals.get(name);
    if (attribute === undefined) return unknown('unread', full(`local.${name}`), from);
    return lazily(`local.${name}`, attribute.key, () => run.evaluate(attribute.value, scope));
  };

  const output = (name: string, within = scope): Value | undefined => {
    const block = index.outputs.get(name);
    const value = block && attributeIn(block.body, 'value');
    return value && lazily(`output.${name}`, value.key, () => run.evaluate(value.value, within));
  };

  const resourceAt = (name: string): Resource | undefined => {
    const before = resources.get(name);
    const block = index.resources.get(name);
    if (before !== undefined || block === undefined) return before;
    const made = createResource({ block, address: full(name), scope });
    resources.set(name, made);
    return made;
  };

  const callNamed = (name: string): Call | undefined => {
    const before = calls.get(name);
    const block = index.calls.get(name);
    if (before !== undefined || block === undefined) return before;
    const made = createCall({
      block,
      address: full(`module.${name}`),
      scope,
      run,
      exists: input.exists,
      within,
    });
    calls.set(name, made);
    return made;
  };

  function resolve(root: string, steps: readonly Step[], from: Origin): Resolved {
    const name = steps[0]?.name;
    switch (root) {
      case 'var':
      case 'local': {
        if (name === undefined) return { value: wrong(root, from), used: 0 };
        const value = root === 'var' ? variable(name, from) : local(name, from);
        return { value: passedThrough(value, from), used: 1 };
      }
      case 'module':
        return name === undefined
          ? { value: wrong(root, from), used: 0 }
          : after(1, callNamed(name)?.resolve(steps.slice(1), from), `module.${name}`, from);
      case 'path':
      case 'terraform':
        return { value: surroundings(root, name, from), used: 1 };
      case 'each':
      case 'count':
      case 'self':
        return { value: wrong(root, from), used: steps.length };
      case 'release':
        if (resolved.constants !== undefined)
          return { value: known(resolved.constants, from), used: 0 };
    }
    return resource(root, steps, from);
  }

  function resource(root: string, steps: readonly Step[], from: Origin): Resolved {
    const prefixed = root === 'data' || root === 'ephemeral';
    const used = prefixed ? 2 : 1;
    const parts = steps.slice(0, used).map((step) => step.name);
    if (parts.length < used || parts.includes(undefined))
      return { value: wrong(root, from), used: steps.length };
    const name = [root, ...parts].join('.');
    return after(used, resourceAt(name)?.resolve(steps.slice(used), from), name, from);
  }

  /** What is not in sight may well be elsewhere: it is unread, not wrong. */
  const after = (
    used: number,
    found: Resolved | undefined,
    name: string,
    from: Origin,
  ): Resolved =>
    found === undefined
      ? { value: unknown('unread', full(name), from), used }
      : { value: found.value, used: used + found.used };

  const surroundings = (root: string, name: string | undefined, from: Origin): Value => {
    if (root === 'path' && name === 'module') return known(resolved.directory, from);
    if (root === 'path' && name === 'root') return known(within[0]?.directory ?? '.', from);
    return unknown('input', `${root}.${name ?? ''}`, from);
  };

  const wrong = (root: string, from: Origin): Value =>
    failure(
      `"${root}" refers to nothing here`,
      { kind: 'variable', name: full(root), at: from.at },
      from,
    );

  const originOf = (at: Span): Origin => {
    const own = originIn(scope, at);
    return input.calledFrom === undefined ? own : withVia(own, input.calledFrom);
  };

  const plainBlock = (block: SourceBlock): Block => {
    const inner = QUIET_BLOCKS.has(block.type) ? quiet : scope;
    const alias = attributeIn(block.body, 'alias')?.value;
    const suffix = block.type === 'provider' && alias?.kind === 'literal' ? `.${alias.value}` : '';
    return {
      address: full(addressOf(block) + suffix),
      type: block.type,
      labels: block.labels,
      body: evaluateBody({ type: block.type, body: block.body, scope: inner, at: block.at }),
      exists: input.exists,
      from: originOf(block.at),
    };
  };

  const resourceBlocks = (name: string, block: SourceBlock): readonly Block[] => {
    const made = resourceAt(name);
    const unplanned = made?.repetition().unplanned;
    return (made?.repetition().instances ?? []).map((instance) => ({
      address: full(name) + instance.suffix,
      type: block.type,
      labels: block.labels,
      body: made?.body(instance) ?? known(new Map(), originOf(block.at)),
      exists: and([input.exists, instance.exists]),
      ...(unplanned && { unplanned }),
      from: originOf(block.at),
    }));
  };

  return {
    output: (name) => output(name),
    outputs: (mode) =>
      new Map(
        [...index.outputs.keys()]
          .map((name) => [name, output(name, mode === 'quiet' ? quiet : scope)] as const)
          .filter(hasValue),
      ),
    blocks: () => [
      ...[...index.resources].flatMap(([name, block]) => resourceBlocks(name, block)),
      ...[...index.calls.keys()].flatMap((name) => callNamed(name)?.blocks(originOf) ?? []),
      ...index.others.map(plainBlock),
      // What a summary declares is ours: only what it makes is of the configuration.
      ...(resolved.constants === undefined
        ? [...index.variables.values(), ...index.outputs.values()].map(plainBlock)
        : []),
    ],
  };
}

const hasValue = (entry: readonly [string, Value | undefined]): entry is readonly [string, Value] =>
  entry[1] !== undefined;
