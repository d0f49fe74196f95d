/** What makes the output a Terraform root of its own: required versions, backend, providers, the cluster's data. */

import { mapAt } from '../policy/fields.js';
import { isReference, type Reference } from '../policy/intent.js';
import type { Span } from '../source/span.js';
import * as make from '../terraform/syntax/build.js';
import type { Expression } from '../terraform/syntax/expression.js';
import type { SourceBlock } from '../terraform/syntax/module.js';
import { entry } from '../value/read.js';
import type { CompileContext } from './context.js';
import { endpointHint, oidcProviderHint, versionHint } from './hints.js';
import { type Attributes, block } from './plan.js';
import { mergeExpressions } from './values.js';

/** `data.aws_eks_cluster.this`: the certificate, and what the policy leaves to be looked up. */
export const CLUSTER_DATA = 'data.aws_eks_cluster.this';
export const OIDC_DATA = 'data.aws_iam_openid_connect_provider.this';

/** Access entries need aws 5.33 (hashicorp/terraform-provider-aws@v5.33.0 CHANGELOG.md), validation across blocks Terraform 1.3. */
const REQUIRED_TERRAFORM = '>= 1.5.7';

/** What a target puts into its root; the head of the root, variables and data are the same for all. */
export interface RootParts {
  readonly providers: readonly RequiredProvider[];
  /** Values of charts, by the name of the local that holds them. */
  readonly locals: Attributes;
  /** Conditions on the cluster's data. */
  readonly clusterGuards?: readonly SourceBlock[];
  readonly blocks: readonly SourceBlock[];
}

/** A provider that a root needs, with the versions that work. */
export interface RequiredProvider {
  readonly name: string;
  readonly source: string;
  readonly constraint: string;
}

export function terraformBlock(
  context: CompileContext,
  providers: readonly RequiredProvider[],
): SourceBlock {
  const versions = versionsBlock(context, providers);
  const { body } = versions;
  return { ...versions, body: { ...body, blocks: [...body.blocks, ...backend(context)] } };
}

/** What Terraform and its providers must be. */
export function versionsBlock(
  { intent, at }: CompileContext,
  providers: readonly RequiredProvider[],
): SourceBlock {
  const terraform = block(
    'terraform',
    [],
    { required_version: make.literal(REQUIRED_TERRAFORM, at) },
    at,
  );
  const required = block(
    'required_providers',
    [],
    Object.fromEntries(
      providers.map(({ name, source, constraint }) => [
        name,
        make.fromData({ source, version: constraint }, intent.addons.from.at),
      ]),
    ),
    at,
  );
  return { ...terraform, body: { ...terraform.body, blocks: [required] } };
}

/** The values of charts as locals; none where there are none. */
export function localsBlock({ at }: CompileContext, locals: Attributes): readonly SourceBlock[] {
  const made = block('locals', [], locals, at);
  return made.body.attributes.length === 0 ? [] : [made];
}

function backend({ intent, bind }: CompileContext): readonly SourceBlock[] {
  return [...(mapAt(intent.root, 'backend') ?? [])].map(([type, settings]) => {
    const at = settings.from.at;
    const attributes = [...(mapAt(settings) ?? [])].map(
      ([key, value]) => [key, bind.value(value)] as const,
    );
    return block('backend', [type], Object.fromEntries(attributes), at);
  });
}

/** Settings for those of the required providers that have any. */
export function providerBlocks(
  context: CompileContext,
  providers: readonly RequiredProvider[],
): readonly SourceBlock[] {
  const { intent, at } = context;
  const access = clusterAccess(context);
  const { region } = intent.cluster;
  const settings: Readonly<Record<string, Readonly<Record<string, Expression>>>> = {
    aws: { region: make.literal(region.value, region.from.at) },
    helm: { kubernetes: make.object(access, at) },
    kubernetes: Object.fromEntries(access),
  };
  return Object.entries(settings).flatMap(([name, made]) =>
    providers.some((required) => required.name === name) ? [provider(context, name, made)] : [],
  );
}

function provider(
  { intent, bind, at }: CompileContext,
  name: string,
  made: Readonly<Record<string, Expression>>,
): SourceBlock {
  const written = entry(intent.root, 'providers', name);
  const merged = mergeExpressions(
    make.object(Object.entries(made), at),
    written === undefined ? undefined : bind.value(written),
    at,
  );
  const attributes =
    merged.kind === 'object'
      ? merged.entries.map(({ key, value }) => [
          key.kind === 'literal' ? String(key.value) : '',
          value,
        ])
      : [];
  return block('provider', [name], Object.fromEntries(attributes), at);
}

/** A token from the AWS CLI for every call: the providers hold no credentials of their own. */
function clusterAccess(context: CompileContext): [string, Expression][] {
  const { at, clusterName, intent } = context;
  return [
    ['host', endpoint(context)],
    [
      'cluster_ca_certificate',
      make.call(
        'base64decode',
        [make.reference(`${CLUSTER_DATA}.certificate_authority[0].data`, at)],
        at,
      ),
    ],
    [
      'exec',
      make.object(
        [
          ['api_version', make.literal('client.authentication.k8s.io/v1beta1', at)],
          ['command', make.literal('aws', at)],
          [
            'args',
            make.list(
              [
                ...['eks', 'get-token', '--cluster-name'].map((word) => make.literal(word, at)),
                clusterName,
                make.literal('--region', at),
                make.literal(intent.cluster.region.value, at),
              ],
              at,
            ),
          ],
        ],
        at,
      ),
    ],
  ];
}

export function endpoint({ intent, bind, at }: CompileContext): Expression {
  const lookup = (from: Span): Expression => make.reference(`${CLUSTER_DATA}.endpoint`, from);
  const given = intent.cluster.endpoint;
  return given === undefined ? lookup(at) : bind.given(given, { ...endpointHint, lookup });
}

export function kubernetesVersion({ intent, bind }: CompileContext): Expression {
  return bind.given(intent.cluster.kubernetesVersion, {
    ...versionHint,
    lookup: (from) => make.reference(`${CLUSTER_DATA}.version`, from),
  });
}

export function oidcProviderArn(context: CompileContext): Expression {
  const { intent, bind, at } = context;
  const hint = oidcProviderHint(context);
  const given = intent.cluster.oidcProviderArn;
  if (context.callerBinds === true)
    return given === undefined || isReference(given)
      ? bind.reference(calledBy(given, 'oidc_provider_arn', at), hint)
      : bind.given(given, hint);
  const lookup = (from: Span): Expression => make.reference(`${OIDC_DATA}.arn`, from);
  return given === undefined ? lookup(at) : bind.given(given, { ...hint, lookup });
}

/** What a caller has: the policy's expression, or the output of terraform-aws-eks that is commonly bound. */
function calledBy(given: Reference | undefined, output: string, at: Span): Reference {
  if (given !== undefined) return { ...given, lookup: false };
  const term = `module.eks.${output}`;
  return { expression: make.reference(term, at), term, lookup: false, from: { at } };
}

export function dataBlocks(
  context: CompileContext,
  guards: readonly SourceBlock[] = [],
): readonly SourceBlock[] {
  const { intent, at, clusterName } = context;
  const bare = block('data', ['aws_eks_cluster', 'this'], { name: clusterName }, at);
  const lifecycle = { ...block('lifecycle', [], {}, at), body: { attributes: [], blocks: guards } };
  const cluster =
    guards.length === 0 ? bare : { ...bare, body: { ...bare.body, blocks: [lifecycle] } };
  const { oidcProviderArn: given } = intent.cluster;
  if (intent.identity.value !== 'irsa') return [cluster];
  const looked = given === undefined || ('lookup' in given && given.lookup);
  if (!looked) return [cluster];
  const url = make.reference(`${CLUSTER_DATA}.identity[0].oidc[0].issuer`, at);
  return [cluster, block('data', ['aws_iam_openid_connect_provider', 'this'], { url }, at)];
}
