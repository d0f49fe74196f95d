/** Derives the Karpenter tables from aws/karpenter-provider-aws: one row per stretch of releases. */
import { parseAllDocuments, parse as parseYaml } from 'yaml';
import { named, ranges, stretches } from './rows.mjs';
import { chartKeys } from './values.mjs';

const FIRST = 19;
const TEMPLATE = 'getting-started-with-karpenter/cloudformation.yaml';
const STARTED = 'website/content/en/preview/getting-started';
const COMPATIBILITY = 'hack/docs/compatibilitymatrix_gen/compatibility.yaml';
const ACTION = /^(arc-zonal-shift|ec2|eks|iam|pricing|sqs|ssm):[A-Z]\w+$/;

/** The releases that are covered: 0.19, which brought interruption handling, and later. */
export function karpenterTags(repo) {
  return repo.tags().filter((tag) => Number(tag.split('.')[1]) >= FIRST || !tag.startsWith('v0.'));
}

/** All rows of `karpenter.json` that the repository can tell; the rest of that file is judged by hand. */
export function deriveKarpenter(repo) {
  const tags = karpenterTags(repo);
  const versions = tags.map((tag) => tag.slice(1));
  const at = (path) => (version) => repo.text(`v${version}`, path) ?? '';
  const has = (path, pattern) => ranges(versions, (version) => pattern.test(at(path)(version)));
  const controllers = 'pkg/controllers/controllers.go';
  const provider = 'pkg/providers/instancestatus/instancestatus.go';
  const crds = (version) => crdsAt(repo, `v${version}`);
  return {
    versions,
    kubernetes: kubernetesRanges(repo, versions),
    apis: named(versions, (version) => new Map(crds(version).map((crd) => [crd.kind, crd.apis]))),
    conversionWebhook: ranges(versions, (version) => crds(version).some(({ webhook }) => webhook)),
    iamActions: named(versions, (version) => nameOnly(statements(repo, version).actions)),
    eventRules: named(versions, (version) => statements(repo, version).rules),
    queuePolicyDenies: ranges(versions, (version) => statements(repo, version).deniesHttp),
    queueSettings: named(versions, (version) => nameOnly(queueSettings(repo, version))),
    parsers: named(versions, (version) => nameOnly(parsers(repo, version))),
    panicsWithoutQueue: has(controllers, /lo\.Must\(sqs/),
    pollsInstanceStatus: has(controllers, /NewInstanceStatusController/),
    forcefulOnStatusFailure: has('pkg/controllers/interruption/utils.go', /ForcefulTermination/),
    pollsFilteredEventCodes: has(provider, /event\.code/),
    crdChart: ranges(versions, (v) => at('charts/karpenter-crd/Chart.yaml')(v) !== ''),
  };
}

const nameOnly = (names) => new Map(names.map((name) => [name, {}]));

function crdsAt(repo, tag) {
  const files = [...repo.list(tag, 'pkg/apis/crds')].filter(([path]) => path.endsWith('.yaml'));
  return files.flatMap(([, id]) => parseAllDocuments(repo.blob(id)).map((doc) => crd(doc.toJS())));
}

function crd({ spec }) {
  const served = spec.versions.filter((version) => version.served).map(({ name }) => name);
  const storage = spec.versions.find((version) => version.storage)?.name;
  const apis = { group: spec.group, served: served.sort(), storage };
  return { kind: spec.names.kind, apis, webhook: spec.conversion?.strategy === 'Webhook' };
}

/** Ranges as the newest release states them; a row for one patch overrides the minor's from there on. */
function kubernetesRanges(repo, versions) {
  const newest = repo.text(`v${versions.at(-1)}`, COMPATIBILITY);
  const rows = parseYaml(newest, { schema: 'failsafe' }).compatibility;
  const stated = (version) =>
    rows.findLast(({ appVersion }) => covers(appVersion, version.split('.').map(Number)));
  return stretches(versions, (version) => {
    const row = stated(version);
    return row && { min: row.minK8sVersion, max: row.maxK8sVersion };
  }).map(({ value, versions: range }) => ({ ...value, versions: range }));
}

function covers(appVersion, [major, minor, patch]) {
  const [rowMajor, rowMinor, rowPatch] = appVersion.split('.');
  if (Number(rowMajor) !== major || Number(rowMinor) !== minor) return false;
  return rowPatch === 'x' || patch >= Number(rowPatch);
}

/** What the getting-started CloudFormation template grants and routes; empty before 0.27.1 moved it there. */
function statements(repo, version) {
  const text =
    repo.text(`v${version}`, `${STARTED}/${TEMPLATE}`) ??
    repo.text(`v${version}`, `${STARTED}/getting-started-with-eksctl/cloudformation.yaml`);
  const rules = [...text.matchAll(/^ {2}(\w+Rule):\n((?: {4}.*\n|\n)+)/gm)];
  return {
    actions: [...new Set(text.match(/[\w-]+:\w+/g))].filter(isControllerAction(text)),
    rules: new Map(rules.map(([, name, body]) => [name, eventPattern(body)])),
    deniesHttp: text.includes('DenyHTTP'),
  };
}

/** The queue policy's own action is no action of the controller; condition keys look like actions. */
const isControllerAction = (text) => (word) =>
  ACTION.test(word) && word !== 'sqs:SendMessage' && !text.includes(`"${word}":`);

function eventPattern(body) {
  const list = (key) => new RegExp(`${key}:\\n\\s+- (.+)`).exec(body)?.[1].trim();
  return { source: list('source'), detailType: list('detail-type') };
}

/** Which of the two queue settings the chart reads. */
function queueSettings(repo, version) {
  const keys = chartKeys(repo, `v${version}`, 'charts/karpenter');
  return ['settings.aws.interruptionQueueName', 'settings.interruptionQueue'].filter((key) =>
    keys.has(key),
  );
}

function parsers(repo, version) {
  const paths = [...repo.list(`v${version}`, 'pkg/controllers/interruption/messages').keys()];
  const folders = paths.map((path) => path.split('/')[4]).filter((name) => !name.endsWith('.go'));
  return [...new Set(folders)].filter((name) => name !== 'noop');
}

/** The values that the chart's templates read, with their defaults: `karpenter-values.json`. */
export function deriveKarpenterValues(repo) {
  const versions = karpenterTags(repo).map((tag) => tag.slice(1));
  const keysAt = (chart) => (version) => chartKeys(repo, `v${version}`, chart);
  return {
    karpenter: named(versions, keysAt('charts/karpenter')),
    karpenterCrd: named(versions, keysAt('charts/karpenter-crd')),
  };
}
