/** Derives the tables of terraform-aws-modules/terraform-aws-eks, v17 to v21: the root module and its submodules. */
import { deriveModule, moduleAt } from './modules.mjs';
import { named, ranges } from './rows.mjs';

const FIRST_MAJOR = 17;

/** Table file and folder of each module; `fargate` and `node_groups` are v17's. */
export const EKS_MODULES = [
  ['eks/root.json', '.'],
  ['eks/karpenter.json', 'modules/karpenter'],
  ['eks/eks-managed-node-group.json', 'modules/eks-managed-node-group'],
  ['eks/self-managed-node-group.json', 'modules/self-managed-node-group'],
  ['eks/fargate-profile.json', 'modules/fargate-profile'],
  ['eks/fargate.json', 'modules/fargate'],
  ['eks/node-groups.json', 'modules/node_groups'],
];

export const eksTags = (repo) =>
  repo.tags().filter((tag) => Number(/^v(\d+)/.exec(tag)[1]) >= FIRST_MAJOR);

export async function deriveEksModule(repo, folder) {
  const table = await deriveModule(repo, eksTags(repo), folder);
  if (folder === '.') return { ...table, groupKeys: groupKeys(repo) };
  if (folder === 'modules/karpenter') return { ...table, ...(await karpenterParts(repo)) };
  return table;
}

/** The keys that the root module reads of each entry of its group inputs. */
function groupKeys(repo) {
  const tags = eksTags(repo);
  const versions = tags.map((tag) => tag.slice(1));
  const text = new Map(
    tags.map((tag) => {
      const files = [...repo.files(tag, '.')].filter(([path]) => path.endsWith('.tf'));
      return [tag.slice(1), files.map(([, id]) => repo.blob(id)).join('\n')];
    }),
  );
  const rows = (read) => named(versions, (version) => read(text.get(version)));
  return {
    eks_managed_node_groups: rows((files) => keysOf(files, 'eks_managed_node_group')),
    self_managed_node_groups: rows((files) => keysOf(files, 'self_managed_node_group')),
    fargate_profiles: rows((files) => keysOf(files, 'fargate_profile')),
    worker_groups: rows(workerGroupKeys),
  };
}

/** Keys of `each.value` in the block of a child module. */
function keysOf(text, child) {
  const block = text.split('\n}').find((part) => part.includes(`module "${child}" {`)) ?? '';
  const code = block.slice(Math.max(0, block.indexOf(`module "${child}" {`)));
  const keys = code.matchAll(/each\.value\.(\w+)|lookup\(each\.value, "(\w+)"/g);
  return new Map([...keys].map(([, attribute, looked]) => [attribute ?? looked, {}]));
}

/** v17 names every key of a worker group in one local, with its default. */
function workerGroupKeys(text) {
  const block = /workers_group_defaults_defaults = \{\n([\s\S]*?)\n {2}\}/.exec(text)?.[1] ?? '';
  return new Map([...block.matchAll(/^ {4}(\w+)\s+=/gm)].map(([, key]) => [key, {}]));
}

/** The rules, the queue's policy and the controller's actions of the Karpenter submodule. */
async function karpenterParts(repo) {
  const read = new Map();
  for (const tag of eksTags(repo)) {
    read.set(tag.slice(1), await moduleAt(repo, tag, 'modules/karpenter'));
  }
  const versions = [...read.keys()];
  const text = (version, part) =>
    JSON.stringify(read.get(version).data.aws_iam_policy_document?.[part] ?? null);
  return {
    rules: named(versions, (version) => rulesOf(read.get(version))),
    deniesHttp: ranges(versions, (version) => text(version, 'queue').includes('DenyHTTP')),
    deniesHttpByText: ranges(versions, (version) =>
      text(version, 'queue').includes('StringEquals'),
    ),
    actions: named(versions, (version) => actionsOf(read.get(version))),
  };
}

function rulesOf({ locals }) {
  const events = Object.assign({}, ...locals).events ?? {};
  return new Map(
    Object.entries(events).map(([key, { name, event_pattern: pattern }]) => [
      key,
      { label: name, source: pattern.source[0], detailType: pattern['detail-type'][0] },
    ]),
  );
}

/**
 * Actions of the controller's policy. `only` names one of the two policies that
 * v20 chooses between; `when`, the input without which the action is not granted.
 */
function actionsOf({ data }) {
  const documents = Object.entries(data.aws_iam_policy_document ?? {}).filter(([name]) =>
    ['irsa', 'controller', 'v1', 'v033'].includes(name),
  );
  const granted = documents.flatMap(([name, [document]]) =>
    actionsIn(document).map(([action, when]) => ({ action, name, when })),
  );
  const variants = new Set(granted.map(({ name }) => name));
  return new Map(
    granted.map(({ action, when }) => {
      const names = new Set(granted.filter((one) => one.action === action).map(({ name }) => name));
      const only = names.size < variants.size ? { only: [...names][0] } : {};
      return [action, { ...only, ...(when === undefined ? {} : { when }) }];
    }),
  );
}

function actionsIn({ statement = [], dynamic = {} }) {
  const always = statement.flatMap(({ actions }) => listed(actions).map((action) => [action]));
  const sometimes = (dynamic.statement ?? []).flatMap(({ for_each: over, content }) =>
    content.flatMap(({ actions }) => listed(actions).map((action) => [action, condition(over)])),
  );
  return [...always, ...sometimes];
}

const listed = (actions) => (Array.isArray(actions) ? actions : []);

const condition = (text) =>
  ['enable_spot_termination', 'enable_karpenter_instance_profile_creation'].find((input) =>
    String(text).includes(input),
  );
