/**
 * AWSNodeTemplate of v1alpha1 and EC2NodeClass of v1beta1 to EC2NodeClass of v1
 * (aws/karpenter-provider-aws@v1.0.14 pkg/apis/v1/ec2nodeclass_conversion.go).
 */
import { isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Span } from '../../source/span.js';
import {
  type Field,
  field,
  fieldAt,
  inPlaceOf,
  keyOf,
  mapOf,
  nodeOf,
  plain,
  renamed,
  seqOf,
  settleComments,
  textAt,
} from './nodes.js';
import { ask, type Conversation, tellChange } from './report.js';
import { termsOf } from './selectors.js';

interface Work extends Conversation {
  readonly name: string;
  readonly old: YAMLMap;
  readonly at: Span;
  readonly fields: Field[];
}

/** The spec of v1 for that of an older class. */
export function convertClass(
  conversation: Conversation,
  name: string,
  spec: YAMLMap,
  at: Span,
): YAMLMap {
  settleComments(spec);
  const work: Work = { ...conversation, name, old: spec, at, fields: [] };
  for (const item of [...spec.items] as Field[]) (FIELDS.get(keyOf(item)) ?? keep)(work, item);
  addImage(work);
  addRole(work);
  for (const name of REQUIRED) addTerms(work, name);
  addMetadataOptions(work);
  return mapOf(...work.fields);
}

type Convert = (work: Work, item: Field) => void;

const keep: Convert = ({ fields }, item) => fields.push(item);

const FIELDS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['subnetSelector', (work, item) => selector(work, item, 'subnetSelectorTerms')],
  ['securityGroupSelector', (work, item) => selector(work, item, 'securityGroupSelectorTerms')],
  ['amiSelector', (work, item) => selector(work, item, 'amiSelectorTerms')],
  // The family is written with the image.
  ['amiFamily', () => undefined],
  ['launchTemplate', refuseLaunchTemplate],
  ['apiVersion', () => undefined],
  ['kind', () => undefined],
]);

function selector(work: Work, item: Field, name: string): void {
  if (!isMap(item.value)) {
    work.fields.push(renamed(item, name));
    return;
  }
  // An empty one selects nothing: what is required is asked for.
  if (item.value.items.length === 0) return;
  const converted = termsOf(item.value);
  work.fields.push(inPlaceOf(item, name, converted.terms));
  const at = work.place(item.key);
  if (converted.tooMany)
    ask(work, 'error', at, {
      message: `"${keyOf(item)}" of "${work.name}" stands for more combinations than are worth writing out`,
      line: `terms (in spec.${name})`,
    });
  else if (converted.lists.length > 0)
    tellChange(
      work,
      at,
      `lists with commas in "${keyOf(item)}" become a term for each value: v1 takes a comma as part of the value`,
    );
  if (converted.idsBesideTags)
    tellChange(
      work,
      at,
      `ids in "${keyOf(item)}" of "${work.name}" stand alone now: tags beside an id were a second condition, and no term of v1 has both`,
    );
}

function refuseLaunchTemplate(work: Work, item: Field): void {
  ask(work, 'error', work.place(item.key), {
    message: `"launchTemplate" of "${work.name}" has no place in v1: Karpenter makes its launch templates itself`,
    line: 'its settings as fields of spec: userData, blockDeviceMappings, metadataOptions, tags',
  });
}

/** Families that have an alias, in lower case. */
const ALIASES = new Set(['al2', 'al2023', 'bottlerocket', 'windows2019', 'windows2022']);

/** An alias replaces the family; where AMIs are selected, the family stays beside them. */
function addImage(work: Work): void {
  const { old, fields } = work;
  const written = fieldAt(old, 'amiFamily');
  const family = textAt(old, 'amiFamily') ?? 'AL2';
  const selected = fields.find((one) => keyOf(one) === 'amiSelectorTerms');
  const terms = isSeq(selected?.value) && selected.value.items.length > 0;
  if (family === 'Ubuntu') {
    addUbuntu(work, terms);
    return;
  }
  if (terms || !ALIASES.has(family.toLowerCase())) {
    const kept = written ?? field('amiFamily', plain(family, 'default of v1alpha1'));
    fields.splice(selected === undefined ? 0 : fields.indexOf(selected), 0, kept);
    if (!terms) askForImage(work, family);
    return;
  }
  const alias = nodeOf([{ alias: `${family.toLowerCase()}@latest` }]);
  if (selected !== undefined) fields.splice(fields.indexOf(selected), 1);
  fields.unshift(
    written === undefined
      ? field('amiSelectorTerms', alias)
      : inPlaceOf(written, 'amiSelectorTerms', alias),
  );
  ask(work, 'warning', written === undefined ? work.at : work.place(written.key), {
    message: `"${work.name}" takes the newest ${family} image${written === undefined ? ', which was the default,' : ''} and rolls its nodes with each one${family === 'AL2' ? '; there is none for Kubernetes 1.33 and later' : ''}`,
    line: `alias: ${family === 'AL2' ? 'al2023' : family.toLowerCase()}@VERSION (in spec.amiSelectorTerms of EC2NodeClass "${work.name}")`,
  });
}

function askForImage(work: Work, family: string): void {
  work.fields.push(field('amiSelectorTerms', unfilled('the images that its nodes boot')));
  ask(work, 'error', work.at, {
    message: `which images nodes of "${work.name}" boot is not said, and v1 has no default for ${family}`,
    line: `amiSelectorTerms: [{ id: AMI }] (in spec of EC2NodeClass "${work.name}")`,
  });
}

/** An empty list, which the API server refuses: nobody forgets to fill it in. */
function unfilled(what: string): YAMLSeq {
  const terms = seqOf();
  terms.flow = true;
  terms.comment = ` fill in: ${what}`;
  return terms;
}

const REQUIRED = ['subnetSelectorTerms', 'securityGroupSelectorTerms'] as const;

/** A launch template could say both; v1 has to be told. */
function addTerms(work: Work, name: (typeof REQUIRED)[number]): void {
  if (work.fields.some((one) => keyOf(one) === name)) return;
  work.fields.push(field(name, unfilled('by tags or ids')));
  ask(work, 'error', work.at, {
    message: `"${work.name}" has no ${name}, which v1 requires`,
    line: `${name}: [{ tags: { karpenter.sh/discovery: CLUSTER } }] (in spec of EC2NodeClass "${work.name}")`,
  });
}

/** Its user data is that of AL2, its root device is another. */
function addUbuntu(work: Work, selected: boolean): void {
  const { fields, old } = work;
  const comment = 'v1 has no Ubuntu family; its user data is the same';
  fields.unshift(field('amiFamily', plain('AL2', comment)));
  if (fieldAt(old, 'blockDeviceMappings') === undefined) {
    const ebs = { encrypted: true, volumeType: 'gp3', volumeSize: '20Gi' };
    const root = [{ deviceName: '/dev/sda1', rootVolume: true, ebs }];
    fields.push(field('blockDeviceMappings', nodeOf(root)));
  }
  const place = work.place(fieldAt(old, 'amiFamily')?.key);
  tellChange(
    work,
    place,
    `v1 has no Ubuntu family: "${work.name}" boots as AL2 does, with Ubuntu's root device`,
  );
  if (!selected) askForImage(work, 'Ubuntu');
}

/** The setting that gave a default instance profile went with 0.32. */
function addRole(work: Work): void {
  const { fields, name, at } = work;
  if (fields.some((one) => ['role', 'instanceProfile'].includes(keyOf(one)))) return;
  const image = fields.findIndex((one) => keyOf(one) === 'amiSelectorTerms');
  const empty = plain('', "fill in: name of the nodes' IAM role");
  empty.type = 'QUOTE_DOUBLE';
  fields.splice(image + 1, 0, field('role', empty));
  if (work.roleFollows === true) return;
  ask(work, 'error', at, {
    message: `which IAM role nodes of "${name}" have is not said: settings.aws.defaultInstanceProfile is gone`,
    line: `role: NAME (in spec of EC2NodeClass "${name}")`,
  });
}

const METADATA = {
  httpEndpoint: 'enabled',
  httpProtocolIPv6: 'disabled',
  httpPutResponseHopLimit: 2,
  httpTokens: 'required',
};

/** The default of the hop limit went from 2 to 1 in v1, and with it the way of pods to the metadata service. */
function addMetadataOptions(work: Work): void {
  const { fields, name, at } = work;
  const written = fields.find((one) => keyOf(one) === 'metadataOptions');
  const options = isMap(written?.value) ? written.value : undefined;
  if (options !== undefined && fieldAt(options, 'httpPutResponseHopLimit') !== undefined) return;
  const comment = 'the old default; 1 in v1';
  if (options === undefined) {
    const all = nodeOf(METADATA) as YAMLMap;
    const limit = fieldAt(all, 'httpPutResponseHopLimit');
    if (limit?.value) limit.value.comment = ` ${comment}`;
    fields.push(field('metadataOptions', all));
  } else options.items.push(field('httpPutResponseHopLimit', plain(2, comment)));
  tellChange(
    work,
    written === undefined ? at : work.place(written.key),
    `the hop limit of "${name}" stays 2: in v1 the default is 1, with which pods lose the instance metadata service`,
    'write 1 where no pod without host network needs it',
  );
}
