/**
 * Manifests of a plan read back as Argo CD would make them: ApplicationSets with
 * the annotations that the plan's own Terraform puts on the cluster's secret, and
 * what lies in the folders that they name.
 */

import { annotation, REPO } from '../compile/manifests/applications.js';
import { METADATA } from '../compile/manifests/aws-side.js';
import type { Plan } from '../compile/plan.js';
import type { Configuration, KubeObject } from '../configuration/configuration.js';
import type { Finding } from '../diagnostics/finding.js';
import { elements, entry, text } from '../value/read.js';
import { isList, isMap, isUnknown, known, type Value } from '../value/value.js';
import { readYaml } from '../value/yaml.js';

export interface GitOps extends Pick<Configuration, 'objects' | 'helmValues'> {
  readonly findings: readonly Finding[];
}

const NONE: GitOps = { objects: [], helmValues: [], findings: [] };

/** `outputs` are those of the plan's root. */
export function gitOpsOf(
  plan: Plan,
  files: ReadonlyMap<string, string>,
  outputs: ReadonlyMap<string, Value>,
): GitOps {
  if (plan.target !== 'manifests') return NONE;
  const read = [...files]
    .filter(([file]) => file.endsWith('.yaml') && !file.startsWith('spread/'))
    .map(([file, content]) => readFile(file, content));
  const told = toldBy(outputs.get(METADATA));
  const objects = read
    .flatMap((one) => one.objects)
    .map((object) => (object.kind === 'ApplicationSet' ? filledIn(object, told) : object));
  return {
    // What a folder of the plan holds is in sight: an Application of it says nothing more.
    objects: objects.filter((object) => !isOfFolder(object, files)),
    helmValues: read.flatMap(({ values }) => values),
    findings: read.flatMap((one) => one.findings),
  };
}

/** As a parser reads it: none of these files is a template, whatever their texts look like. */
function readFile(file: string, content: string) {
  const { documents, findings } = readYaml(file, content);
  const values = documents.map(({ value }) => value);
  const objects = values.flatMap((body): readonly KubeObject[] => {
    const [apiVersion, kind] = ['apiVersion', 'kind'].map((key) => textAt(body, key));
    return apiVersion === undefined || kind === undefined
      ? []
      : [{ apiVersion, kind, body, from: body.from }];
  });
  const [body] = values;
  return {
    objects,
    values:
      objects.length > 0 || body === undefined || isUnknown(body)
        ? []
        : [{ file, body, from: body.from }],
    findings,
  };
}

const textAt = (body: Value, key: string): string | undefined => {
  const found = text(entry(body, key));
  return found === undefined || isUnknown(found) ? undefined : found.value;
};

/** Objects of a repo, its ApplicationSets as the Terraform beside them has them filled in. */
export function toldByTerraform(
  objects: readonly KubeObject[],
  { blocks, outputs }: Pick<Configuration, 'blocks'> & { readonly outputs: Outputs | undefined },
): readonly KubeObject[] {
  const metadata = outputs?.get(METADATA) ?? bridged(blocks);
  if (metadata === undefined) return objects;
  const told = toldBy(metadata);
  const files = new Map(objects.map(({ from }) => [from.at.file, ''] as const));
  return objects
    .map((object) => (object.kind === 'ApplicationSet' ? filledIn(object, told) : object))
    .filter((object) => !isOfFolder(object, files));
}

type Outputs = ReadonlyMap<string, Value>;

/** The metadata that a call hands to Argo CD (gitops-bridge-dev/terraform-helm-gitops-bridge@v0.1.0 variables.tf). */
const bridged = (blocks: Configuration['blocks']): Value | undefined =>
  blocks
    .filter(({ type }) => type === 'module')
    .map(({ body }) => entry(body, 'cluster', 'metadata'))
    .find((metadata) => metadata !== undefined);

type Told = (template: string) => Value | undefined;

/** An annotation in Argo CD's own templates, and in Go's. */
const ANNOTATION =
  /^\{\{\s*(?:\.?metadata\.annotations\.([\w-]+)|index \.metadata\.annotations "([\w./-]+)")\s*\}\}$/;

/** What stands in for a template of an ApplicationSet; undefined where nothing does. */
const toldBy =
  (metadata: Value | undefined): Told =>
  (template) => {
    const [, field, key] = ANNOTATION.exec(template) ?? [];
    const name = field ?? key;
    return name === undefined ? undefined : entry(metadata, name);
  };

const filledIn = (object: KubeObject, told: Told): KubeObject => ({
  ...object,
  body: fill(object.body, told),
});

function fill(value: Value, told: Told): Value {
  // Readers of what people have take a text with a template in it for what is not known yet.
  if (isUnknown(value)) return filledText(value, value.term, told);
  const { value: data, from, key } = value;
  if (isList(data))
    return known(
      data.map((item) => fill(item, told)),
      from,
      key,
    );
  if (isMap(data))
    return known(new Map([...data].map(([name, item]) => [name, fill(item, told)])), from, key);
  return typeof data === 'string' ? filledText(value, data, told) : value;
}

function filledText(value: Value, template: string, told: Told): Value {
  const path = `${annotation(REPO.path)}/`;
  if (template.includes(path)) return known(template.replace(path, ''), value.from);
  return told(template) ?? value;
}

/** An ApplicationSet of a folder that is in sight: what it installs is judged itself. */
function isOfFolder({ kind, body }: KubeObject, files: ReadonlyMap<string, string>): boolean {
  if (kind !== 'ApplicationSet') return false;
  const sources = elements(entry(body, 'spec', 'template', 'spec', 'sources'));
  if ('unknown' in sources) return false;
  return sources.some((source) => {
    const path = text(entry(source, 'path'));
    if (path === undefined || isUnknown(path)) return false;
    return [...files.keys()].some((file) => `/${file}`.includes(`/${path.value}/`));
  });
}
