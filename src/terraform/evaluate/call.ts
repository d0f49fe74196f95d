/** Calls of functions. `try` and `can` look at how their arguments fail; the others get them as values. */
import type { Origin } from '../../source/span.js';
import { isList, isMap, isUnknown, known, type Unknown, type Value } from '../../value/value.js';
import type { Call, Expression } from '../syntax/expression.js';
import { beyondLimit } from './budget.js';
import { asExpression, derive, failure, failureIn, isWhollyKnown, unknownParts } from './derive.js';
import { hasSecret, markSecret } from './functions/conversions.js';
import { readFile } from './functions/files.js';
import { FUNCTIONS } from './functions/index.js';
import type { FunctionCall } from './functions/signature.js';
import { isDefiniteReference, isWholeReference } from './reference-term.js';
import { originIn, type Scope } from './scope.js';

export function evaluateCall(e: Call, scope: Scope): Value {
  switch (e.name) {
    case 'try':
      return evaluateTry(e, scope);
    case 'can':
      return evaluateCan(e, scope);
    case 'templatefile':
    case 'templatestring':
      return evaluateTemplateCall(e, scope);
    default:
      return callNamed(e, scope);
  }
}

/** The call as functions see it. */
function functionCall(e: Call, args: readonly Value[], scope: Scope): FunctionCall {
  const from = originIn(scope, e.at);
  // Only what is unknown or fails needs a name.
  const term = (): Expression => ({
    kind: 'call',
    name: e.name,
    args: args.map(asExpression),
    at: e.at,
  });
  return {
    name: e.name,
    args,
    from,
    files: scope.run.files,
    unknown: (refinements) => ({
      ...derive(term(), args, from, refinements),
      // Over known arguments, it is only we who do not know.
      ...(isWhollyKnown(args) && { unknown: 'unread' as const }),
    }),
    fail: (message) => failure(`${e.name}: ${message}`, term(), from),
  };
}

function callNamed(e: Call, scope: Scope): Value {
  const { args, open } = evaluateArguments(e, scope);
  const call = functionCall(e, args, scope);
  if (open) return call.unknown();
  const weight = args.reduce((sum, arg) => sum + scope.run.budget.weigh(arg), 1);
  if (!scope.run.budget.spend(weight)) return beyondLimit(call.from);
  const named = FUNCTIONS.get(e.name);
  // Functions of providers, and those of a Terraform that is newer than this list.
  if (named === undefined) return { ...call.unknown(), unknown: 'unread' };
  const result = named(call);
  return e.name === 'nonsensitive' ? result : inherit(result, args);
}

/** The arguments, the last one expanded by `...`; open where it is not known into how many. */
function evaluateArguments(e: Call, scope: Scope): { args: readonly Value[]; open: boolean } {
  const args = e.args.map((arg) => scope.run.evaluate(arg, scope));
  const last = args.at(-1);
  if (e.expand !== true || last === undefined) return { args, open: false };
  if (isUnknown(last) || !isList(last.value)) return { args, open: true };
  return { args: [...args.slice(0, -1), ...last.value], open: last.unsettled !== undefined };
}

/** What is made of a secret is secret; what is made of a list of unknown size has unknown size. */
function inherit(result: Value, args: readonly Value[]): Value {
  if (isUnknown(result)) return result;
  if (!isList(result.value) && !isMap(result.value))
    return result.secret !== true && args.some(hasSecret) ? markSecret(result) : result;
  if (result.unsettled !== undefined) return result;
  const unsettled = args.map(unsettledOf).find((unknown) => unknown !== undefined);
  return unsettled === undefined ? result : { ...result, unsettled };
}

const unsettledOf = (value: Value): Unknown | undefined =>
  isUnknown(value) ? undefined : value.unsettled;

/**
 * The first argument that does not fail. Terraform cannot tell whether one with
 * unknown parts will, so the whole is unknown to it while it plans.
 */
function evaluateTry(e: Call, scope: Scope): Value {
  const from = originIn(scope, e.at);
  const tried: Value[] = [];
  for (const arg of e.args) {
    const value = scope.run.evaluate(arg, scope);
    if (failureIn(value) !== undefined) continue;
    const first = tried.length === 0;
    if (first && !isUnknown(value)) return settledTry(value, e, scope);
    if (first && isUnknown(value) && works(arg, value)) return withoutSize(value);
    tried.push(value);
    if (!isUnknown(value)) break;
  }
  const [only] = tried;
  if (only === undefined) return failure('no argument of "try" works', e, from);
  if (tried.length === 1 && isUnknown(only) && isKnownToTerraform(only)) return withoutSize(only);
  return derive({ ...e, args: tried.map(asExpression) }, tried, from);
}

/** Whether evaluating an argument, whose value is not known, surely does not fail. */
const works = (arg: Expression, value: Unknown): boolean =>
  isDefiniteReference(value) ||
  (value.unknown !== 'limit' && value.hinges === undefined && isWholeReference(arg));

/**
 * Where nothing else is left to try, the value is the last argument's or there is
 * none; what Terraform knows while it plans, `try` takes as it is.
 */
const isKnownToTerraform = ({ unknown, failed }: Unknown): boolean =>
  failed === undefined && (unknown === 'unread' || unknown === 'input');

const withoutSize = ({ length: _, ...value }: Unknown): Unknown => value;

/** A collection with unknown parts: what it is once they are known, of a size that Terraform cannot tell yet. */
function settledTry(value: Exclude<Value, Unknown>, e: Call, scope: Scope): Value {
  if (!isList(value.value) && !isMap(value.value)) return value;
  const [open] = unknownParts([value]);
  if (open === undefined || value.unsettled !== undefined) return value;
  const term: Expression = { ...e, args: [asExpression(value)] };
  return { ...value, unsettled: derive(term, [open], originIn(scope, e.at)) };
}

function evaluateCan(e: Call, scope: Scope): Value {
  const [arg] = e.args;
  const from = originIn(scope, e.at);
  if (arg === undefined) return failure('"can" takes one argument', e, from);
  const value = scope.run.evaluate(arg, scope);
  if (failureIn(value) !== undefined) return known(false, from);
  if (!isUnknown(value) || isDefiniteReference(value)) return known(true, from);
  return derive({ ...e, args: [asExpression(value)] }, [value], from, { notNull: true });
}

/** A template in a file or a text, over the variables that the call gives it and nothing else. */
function evaluateTemplateCall(e: Call, scope: Scope): Value {
  const { args } = evaluateArguments(e, scope);
  const call = functionCall(e, args, scope);
  const [source, variables] = args;
  const text = e.name === 'templatefile' ? readFile(call, source) : source;
  if (text === undefined || isUnknown(text) || typeof text.value !== 'string')
    return text !== undefined && isUnknown(text) ? text : call.fail('it needs a text');
  if (variables === undefined || isUnknown(variables) || !isMap(variables.value))
    return call.unknown({ notNull: true });
  const template = readTemplate(text.value, text.from, scope);
  if (template === undefined) return call.unknown({ notNull: true });
  return scope.run.evaluate(template, { ...scope, bound: variables.value });
}

/** Text without interpolations needs no reader. */
function readTemplate(text: string, from: Origin, { run }: Scope): Expression | undefined {
  if (!/[$%]\{/.test(text)) return { kind: 'literal', value: text, at: from.at };
  return run.readTemplate?.(text, from.at);
}
