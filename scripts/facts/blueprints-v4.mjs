/** Derives the table of the add-ons of aws-ia/terraform-aws-eks-blueprints v4, and of their Karpenter and NTH parts. */
import { atEach } from './hcl.mjs';
import { deriveModule, moduleAt } from './modules.mjs';
import { named, ranges, stretches } from './rows.mjs';

const ADDONS = 'modules/kubernetes-addons';
const KARPENTER = `${ADDONS}/karpenter`;
const NTH = `${ADDONS}/aws-node-termination-handler`;

export const blueprintsTags = (repo) => repo.tags().filter((tag) => tag.startsWith('v4.'));

export async function deriveBlueprintsV4(repo) {
  const tags = blueprintsTags(repo);
  const releases = tags.map((tag) => tag.slice(1));
  const karpenter = await atEach(tags, (tag) => moduleAt(repo, tag, KARPENTER));
  const nth = await atEach(tags, (tag) => moduleAt(repo, tag, NTH));
  const addons = await atEach(tags, (tag) => moduleAt(repo, tag, ADDONS));
  const locals = (modules, release) => Object.assign({}, ...modules.get(release).locals);
  const nthValues = (release) => repo.text(`v${release}`, `${NTH}/values.yaml`) ?? '';
  return {
    ...(await deriveModule(repo, tags, ADDONS)),
    karpenterChart: stretches(releases, (r) => chartIn(locals(karpenter, r))),
    nthChart: stretches(releases, (r) => chartIn(locals(nth, r))),
    karpenterRules: named(releases, (r) => karpenterRules(locals(karpenter, r))),
    nthRules: named(releases, (r) => nthRules(locals(nth, r))),
    nthWithoutGroups: ranges(releases, (r) => runsWithoutGroups(addons.get(r))),
    nthTagCheckOffWithoutGroups: ranges(releases, (r) =>
      /== 0[\s\S]*checkASGTagBeforeDraining: false/.test(nthValues(r)),
    ),
    queueSetting: stretches(releases, (r) => queueSetting(JSON.stringify(locals(karpenter, r)))),
  };
}

/** The default chart version, wherever the release keeps it. */
const chartIn = (locals) =>
  /version\\*"?\s*[:=]\s*\\*"(v?[\d.]+)/.exec(JSON.stringify(locals))?.[1];

/** What the release writes to Karpenter's `interruptionQueueName`. */
function queueSetting(locals) {
  const written = /interruptionQueueName: \$\{(.*?)\}/.exec(locals)?.[1];
  if (written === undefined) return 'none';
  if (written.includes('aws_sqs_queue')) return 'own-queue';
  return written.includes('aws_arn') ? 'name-of-given-arn' : 'given-arn';
}

const runsWithoutGroups = ({ module }) =>
  String(module.aws_node_termination_handler?.[0].count).includes('|| var.enable_karpenter');

function karpenterRules({ event_rules: rules = {} }) {
  return new Map(
    Object.entries(rules).map(([key, { name, event_pattern: pattern }]) => {
      const row = { label: name, source: pattern.source[0], detailType: pattern['detail-type'][0] };
      return [key, pattern.detail === undefined ? row : { ...row, detail: pattern.detail }];
    }),
  );
}

/** Rules are JSON texts; the one for groups exists in later releases only where there are groups. */
function nthRules({ event_rules: rules }) {
  const listed = Array.isArray(rules) ? rules : rulesInText(rules);
  const grouped = String(rules).includes('length(var.autoscaling_group_names) > 0');
  return new Map(
    listed.map(({ name, event_pattern: json }) => {
      const pattern = JSON.parse(json);
      const row = { source: pattern.source[0], detailType: pattern['detail-type'][0] };
      return [name, grouped && name.startsWith('NTHASG') ? { ...row, when: 'groups' } : row];
    }),
  );
}

const rulesInText = (text) =>
  [...text.matchAll(/"(NTH\w+)[-"][\s\S]*?(\{"source"[^\n]*\})/g)].map(([, name, json]) => ({
    name,
    event_pattern: json,
  }));
