/**
 * Manifests of v1alpha5, v1alpha1 and v1beta1 to v1: all files at once, because
 * pools and their node classes may stand in different ones. What is v1 already
 * comes back byte for byte.
 */
import { isScalar, type YAMLMap } from 'yaml';
import type { Finding } from '../../diagnostics/finding.js';
import {
  fileText,
  isOpen,
  type OpenFile,
  type OpenObject,
  objectsIn,
  openFile,
  prepare,
} from './documents.js';
import { type KubeletMove, moveKubelets, type TargetClass } from './kubelet.js';
import { convertClass } from './node-class.js';
import { convertPool } from './node-pool.js';
import { field, fieldAt, mapAt, mapOf, nodeOf, plain, textAt } from './nodes.js';
import { renameInNodes, renamesIn } from './pods.js';
import { convertProvisioner } from './provisioner.js';
import type { Conversation } from './report.js';

export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

export interface ConvertedFile extends SourceFile {
  readonly changed: boolean;
}

export interface Converted {
  readonly files: readonly ConvertedFile[];
  readonly findings: readonly Finding[];
}

/** `to`: a policy gives its nodes a role of their own, so that none is asked for. */
export function convertFiles(
  sources: readonly SourceFile[],
  to: 'v1' | 'policy' = 'v1',
): Converted {
  const files = sources.map(({ file, text }) => openFile(file, text));
  const findings: Finding[] = [];
  const objects = files.flatMap(({ documents }) => documents.filter(isOpen).flatMap(objectsIn));
  const moves = objects.flatMap((object) =>
    convertObject(object, {
      place: object.owner.place,
      findings,
      ...(to === 'policy' && { roleFollows: true }),
    }),
  );
  const classes = objects.filter(({ kind }) => CLASSES.has(kind)).map(targetOf);
  moveKubelets(moves, [...classes, ...inlineClasses(objects)]);
  return {
    files: files.map((file) => converted(file)),
    findings: [...files.flatMap((file) => (isChanged(file) ? file.findings : [])), ...findings],
  };
}

const CLASSES = new Set(['AWSNodeTemplate', 'EC2NodeClass']);

const isChanged = (file: OpenFile): boolean => fileText(file) !== file.original;

function converted(file: OpenFile): ConvertedFile {
  const text = fileText(file);
  return { file: file.file, text, changed: text !== file.original };
}

function targetOf({ name, root, add }: OpenObject): TargetClass {
  return { name, object: root, add };
}

/** Classes that a conversion made stand beside the objects that they came from. */
const inlineClasses = (objects: readonly OpenObject[]): readonly TargetClass[] =>
  [...new Set(objects.map(({ owner }) => owner))].flatMap(({ added }) =>
    added.map((object) => ({
      name: textAt(mapAt(object, 'metadata'), 'name') ?? '',
      object,
      add: (copy: YAMLMap) => added.push(copy),
    })),
  );

/** Converts one object in its place; gives the kubelet settings that are to move to its class. */
function convertObject(object: OpenObject, conversation: Conversation): readonly KubeletMove[] {
  switch (`${object.apiVersion} ${object.kind}`) {
    case 'karpenter.sh/v1alpha5 Provisioner':
      return prepare(object.owner) ? provisioner(object, conversation) : [];
    case 'karpenter.sh/v1beta1 NodePool':
      return prepare(object.owner) ? pool(object, conversation) : [];
    case 'karpenter.k8s.aws/v1alpha1 AWSNodeTemplate':
    case 'karpenter.k8s.aws/v1beta1 EC2NodeClass':
      if (prepare(object.owner)) nodeClass(object, conversation);
      return [];
    default:
      workload(object, conversation);
      return [];
  }
}

function provisioner(object: OpenObject, conversation: Conversation): readonly KubeletMove[] {
  const { root, name } = object;
  const at = kindPlace(object);
  const spec = mapAt(root, 'spec') ?? mapOf();
  const result = convertProvisioner(conversation, name, spec, at);
  become(object, 'karpenter.sh/v1', 'NodePool', result.spec);
  renameInNodes(root, conversation);
  if (result.provider !== undefined)
    object.add(
      mapOf(
        field('apiVersion', plain('karpenter.k8s.aws/v1')),
        field('kind', plain('EC2NodeClass')),
        field('metadata', mapOf(field('name', nodeOf(name)))),
        field('spec', convertClass(conversation, name, result.provider, at)),
      ),
    );
  return [moveOf(object, conversation, { ...result, at })];
}

function pool(object: OpenObject, conversation: Conversation): readonly KubeletMove[] {
  const spec = mapAt(object.root, 'spec');
  if (spec === undefined) return [];
  const at = kindPlace(object);
  const result = convertPool(conversation, object.name, spec, at);
  become(object, 'karpenter.sh/v1', 'NodePool', spec);
  renameInNodes(object.root, conversation);
  return [moveOf(object, conversation, { ...result, at })];
}

function nodeClass(object: OpenObject, conversation: Conversation): void {
  const spec = mapAt(object.root, 'spec') ?? mapOf();
  const made = convertClass(conversation, object.name, spec, kindPlace(object));
  become(object, 'karpenter.k8s.aws/v1', 'EC2NodeClass', made);
}

function moveOf(
  { name }: OpenObject,
  conversation: Conversation,
  { spec, kubelet, at }: Pick<KubeletMove, 'spec' | 'at'> & { kubelet?: KubeletMove['kubelet'] },
): KubeletMove {
  const reference = mapAt(mapAt(mapAt(spec, 'template'), 'spec'), 'nodeClassRef');
  const className = textAt(reference, 'name') ?? '';
  return { pool: name, spec, kubelet, className, at, conversation };
}

const kindPlace = ({ root, owner }: OpenObject) => owner.place(fieldAt(root, 'kind')?.value);

/** The object under its new name; the comments beside the old one stay. */
function become({ root }: OpenObject, apiVersion: string, kind: string, spec: YAMLMap): void {
  for (const [key, value] of [
    ['apiVersion', apiVersion],
    ['kind', kind],
  ] as const) {
    const scalar = fieldAt(root, key)?.value;
    if (isScalar(scalar)) scalar.value = value;
  }
  const old = fieldAt(root, 'spec');
  if (old === undefined) root.items.push(field('spec', spec));
  else old.value = spec;
}

const PODS = new Set([
  'CronJob',
  'DaemonSet',
  'Deployment',
  'Job',
  'Pod',
  'ReplicaSet',
  'Rollout',
  'StatefulSet',
]);

/** Workloads keep every byte but the names that are gone. */
function workload({ kind, root, owner }: OpenObject, conversation: Conversation): void {
  if (!PODS.has(kind)) return;
  const edits = renamesIn(root, conversation);
  if (owner.changed) renameInNodes(root, { ...conversation, findings: [] });
  else owner.edits.push(...edits);
}
