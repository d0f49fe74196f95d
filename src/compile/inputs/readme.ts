/** The README of target `inputs`: the lines that change in a repo that calls the add-ons module already. */

import { writeBlocks } from '../../terraform/hcl/write.js';
import * as make from '../../terraform/syntax/build.js';
import type { SourceBlock } from '../../terraform/syntax/module.js';
import { printExpression } from '../../terraform/syntax/print.js';
import { CALL as ADDONS } from '../addons/index.js';
import type { CompileContext } from '../context.js';
import { code, fenced, prose } from '../markdown.js';
import { CALL, FOLDER } from '../module/call.js';
import { ownersTable } from '../owners-table.js';
import { type Attributes, block } from '../plan.js';
import { BESIDE, fromOutputs, type Modules, moduleCalls } from './calls.js';

export interface InputsReadme {
  readonly modules: Modules;
  readonly inputs: Attributes;
  readonly maps: Attributes;
}

export function inputsReadme(context: CompileContext, given: InputsReadme): string {
  const { intent } = context;
  const sections = [
    `# ${prose(intent.name.value)}: inputs for the add-ons module`,
    'Compiled from a policy by Interlock, and read back: with the lines below every event of every pool has exactly one owner. Change the policy and compile again; a change made here is lost.',
    theCall(context, given),
    beside(context, given),
    nodeGroups(context, given),
    variables(),
    `## Who owns what\n\n${ownersTable(context)}`,
  ];
  return `${sections
    .map((section) => section.trim())
    .filter((section) => section !== '')
    .join('\n\n')}\n`;
}

function theCall(context: CompileContext, { modules, inputs }: InputsReadme): string {
  const { at, intent } = context;
  const { values } = calls(context, modules);
  const addons = block(
    'module',
    [ADDONS],
    {
      source: make.literal('aws-ia/eks-blueprints-addons/aws', at),
      version: make.literal(intent.addons.value, at),
      ...fromOutputs(context, inputs),
    },
    at,
  );
  return `## The call

Put this folder beside your root module as ${code(FOLDER)}, call it, and let your call of the add-ons module take its outputs. What your call says besides stays as it is: ${code('cluster_name')}, ${code('cluster_endpoint')}, ${code('cluster_version')}, ${code('oidc_provider_arn')} and the inputs of other add-ons.

${fenced('hcl', writeBlocks([values, addons]))}
${code(`interlock compile POLICY --target inputs --into DIR`)} reads your repo and says which lines are still to change.`;
}

/** The calls with the policy's own expressions. */
function calls(context: CompileContext, modules: Modules) {
  const bound = new Map(
    context.bind.bound().map(({ name, reference }) => [name, reference.expression] as const),
  );
  return moduleCalls(
    context,
    modules,
    (name) => bound.get(name) ?? make.reference(`var.${name}`, context.at),
  );
}

function beside(context: CompileContext, { modules }: InputsReadme): string {
  const { beside: call } = calls(context, modules);
  if (call === undefined || modules.beside === undefined) return '';
  const made = modules.beside.blocks.filter(({ type }) => type === 'resource');
  return `## Beside it

What release ${context.intent.addons.value} lacks or cannot say is in a second module, ${code(`${FOLDER}/${BESIDE}`)}. It comes after the call, so that NodePools go before what runs them:

${fenced('hcl', writeBlocks([call]))}
It makes ${made.map(addressOf).map(code).join(', ')}.`;
}

const addressOf = ({ labels }: SourceBlock): string => labels.join('.');

function nodeGroups({ at }: CompileContext, { maps }: InputsReadme): string {
  const shown = Object.entries(maps).flatMap(([input, value]) => {
    if (value?.kind !== 'object') return [];
    const entries = value.entries.map(({ key }) => {
      const name = key.kind === 'literal' ? String(key.value) : '';
      const own = make.index(make.reference(`module.${CALL}.${input}`, at), name, at);
      const rest = make.object([], at);
      return [name, make.call('merge', [rest, own], at)] as const;
    });
    return [`  ${input} = ${writeObject(make.object(entries, at))}`];
  });
  if (shown.length === 0) return '';
  return `## Node groups

Your node groups must be what the policy says of them: NTH knows instances by a tag that they carry from their launch on. Merge what concerns interruptions into the group of the same name:

${fenced('hcl', `module "eks" {\n${shown.join('\n\n')}\n}\n`)}
The empty objects stand for what your groups say themselves.`;
}

const writeObject = (value: ReturnType<typeof make.object>): string =>
  value.kind === 'object'
    ? `{\n${value.entries.map(({ key, value: item }) => `    ${printExpression(key)} = ${printExpression(item)}\n`).join('')}  }`
    : '';

const variables = (): string =>
  `## Variables of the same names

Where your root passes variables on, with the names of the module's inputs, ${code('interlock.auto.tfvars.json')} sets those whose values are known without Terraform: put it beside your root module. Delete from it what your root declares no variable for.`;
