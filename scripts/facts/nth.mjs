/**
 * Derives the tables of the NTH charts. Charts up to 0.21.0 were published
 * from aws/eks-charts, later ones from aws/aws-node-termination-handler.
 */
import { parse } from 'yaml';
import { named, ranges, stretches } from './rows.mjs';
import { chartKeys, references } from './values.mjs';

const IN_EKS_CHARTS = 'stable/aws-node-termination-handler';
const IN_NTH = 'config/helm/aws-node-termination-handler';
const FIRST_MINOR = 13;

/** `{ version, app, repo, rev, path }` of every chart from 0.13.0, oldest first. */
export function nthCharts({ nth, eksCharts }) {
  const index = parse(eksCharts.text('gh-pages', 'index.yaml')).entries;
  const indexed = index['aws-node-termination-handler'].map(({ version }) => version);
  const revisions = eksCharts.git('log', '--format=%H', '--', `${IN_EKS_CHARTS}/Chart.yaml`);
  const old = revisions
    .trim()
    .split('\n')
    .map((rev) => chartAt(eksCharts, rev, IN_EKS_CHARTS));
  const fromIndex = indexed.map((version) => old.find((chart) => chart?.version === version));
  const tagged = nth.tags().map((tag) => chartAt(nth, tag, IN_NTH));
  const later = tagged.filter((chart) => chart && minor(chart) > 21);
  return [...fromIndex.filter(Boolean), ...later]
    .filter((c) => minor(c) >= FIRST_MINOR)
    .sort(order);
}

function chartAt(repo, rev, path) {
  const text = repo.text(rev, `${path}/Chart.yaml`);
  if (text === undefined) return undefined;
  const { version, appVersion, kubeVersion } = parse(text, { schema: 'failsafe' });
  return { version, app: appVersion, kubeVersion, repo, rev, path };
}

const minor = ({ version }) => Number(version.split('.')[1]);
const patch = ({ version }) => Number(version.split('.')[2]);
const order = (a, b) => minor(a) - minor(b) || patch(a) - patch(b);

/** All rows of `nth.json` that the repositories can tell. */
export function deriveNth(repos) {
  const charts = nthCharts(repos);
  const versions = charts.map(({ version }) => version);
  const by = new Map(charts.map((chart) => [chart.version, chart]));
  const template = (version, name) => file(by.get(version), `templates/${name}`) ?? '';
  return {
    charts: charts.map(({ version, app, repo }) => ({
      version,
      app,
      published: repo.name === 'aws/eks-charts' ? 'eks-charts' : 'oci',
    })),
    kubernetesTested: testedVersions(repos.nth, charts),
    rendersPodSecurityPolicy: ranges(versions, (v) => rendersPsp(template(v, 'psp.yaml'))),
    precedence: named(versions, (version) => precedence(version, template)),
    values: named(versions, (version) => values(by.get(version))),
    environment: named(versions, (version) => environment(version, template)),
  };
}

const file = ({ repo, rev, path }, name) => repo.text(rev, `${path}/${name}`);

/** A policy that clusters from 1.25 refuses, rendered whatever the cluster's version. */
const rendersPsp = (text) => /pspEnabled/.test(text) && !/semverCompare/.test(text.split('\n')[0]);

/** `default C (default B A)` in a pod spec: A wins over B, B over C. */
function precedence(version, template) {
  const found = new Map();
  for (const os of ['linux', 'windows']) {
    const nested =
      /default \.Values\.(daemonset\w+) \(default \.Values\.(\w+) \.Values\.(\w+)\s*\)/g;
    for (const [, last, middle, first] of template(version, `daemonset.${os}.yaml`).matchAll(
      nested,
    ))
      found.set(`${os}.${middle}`, { order: [first, middle, last] });
  }
  return found;
}

const QUEUE = /^\{\{-? *if .*\.Values\.enableSqsTerminationDraining/;
const IMDS = /^\{\{-? *if .*\(not \.Values\.enableSqsTerminationDraining\)/;

/** Each value with its default and the modes whose templates read it. */
function values(chart) {
  const keys = chartKeys(chart.repo, chart.rev, chart.path);
  const read = readByMode(chart);
  for (const [key, value] of keys) {
    const modes = ['imds', 'queue'].filter((mode) => reads(read[mode], key));
    keys.set(key, { ...value, modes });
  }
  return keys;
}

function readByMode({ repo, rev, path }) {
  const read = { imds: new Set(['enableSqsTerminationDraining']), queue: new Set() };
  for (const [name, id] of repo.list(rev, `${path}/templates`)) {
    if (name.endsWith('NOTES.txt')) continue;
    const text = repo.blob(id);
    const head = text.trimStart().split('\n')[0];
    const modes = IMDS.test(head) ? ['imds'] : QUEUE.test(head) ? ['queue'] : ['imds', 'queue'];
    const keys = [...references(text)].filter((key) => !isMirrored(name, key));
    for (const mode of modes) for (const key of keys) read[mode].add(key);
  }
  return read;
}

/** The PodSecurityPolicy repeats what the pods of either mode say; that is no effect of its own. */
const isMirrored = (file, key) => file.endsWith('/psp.yaml') && !key.startsWith('rbac.');

const reads = (read, key) =>
  [...read].some(
    (path) => path === key || key.startsWith(`${path}.`) || path.startsWith(`${key}.`),
  );

/** Environment variables of the handler, per mode, with the value that each is rendered from. */
function environment(version, template) {
  const found = new Map();
  const files = { queue: 'deployment.yaml', imds: 'daemonset.linux.yaml' };
  for (const [mode, name] of Object.entries(files)) {
    const entries = template(version, name).matchAll(/- name: ([A-Z][A-Z_]+)\n\s+value: (.+)/g);
    for (const [, variable, text] of entries) {
      const value = /\.Values\.([\w.]+)/.exec(text)?.[1];
      if (value !== undefined) found.set(`${mode}.${variable}`, { value });
    }
  }
  return found;
}

/** The Kubernetes minors that upstream says it tested a release with, from every README that says so. */
function testedVersions(nth, charts) {
  const tested = new Map();
  for (const tag of nth.tags()) collectTested(nth.text(tag, 'README.md') ?? '', tested);
  return stretches(
    charts.map(({ version }) => version),
    (version) => {
      const app = charts.find((chart) => chart.version === version).app;
      const minors = [...(tested.get(app) ?? [])].sort((a, b) => a - b);
      return minors.length > 0 ? { min: `1.${minors[0]}`, max: `1.${minors.at(-1)}` } : undefined;
    },
  ).map(({ value, versions }) => ({ ...value, versions }));
}

function collectTested(readme, tested) {
  const header = /^\|\s+NTH Release\s+\|(.+)\|$/m.exec(readme);
  if (header === null) return;
  const minors = header[1].split('|').map((cell) => Number(/v1\.(\d+)/.exec(cell)?.[1]));
  for (const [, app, cells] of readme.matchAll(/^\|\s+\[v([\d.]+)\]\([^)]*\)\s+\|(.+)\|$/gm)) {
    const known = tested.get(app) ?? new Set();
    cells.split('|').forEach((cell, i) => {
      if (cell.includes('✅')) known.add(minors[i]);
    });
    tested.set(app, known);
  }
}
