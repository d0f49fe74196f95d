/**
 * ApplicationSets of Argo CD: one for each chart, and one for the NodePools, on
 * every cluster whose secret has the policy's label. What Terraform knows comes
 * from annotations of that secret; one that is missing is an error, not an
 * empty text. No text of a policy is part of a template but names of the policy,
 * of releases and of namespaces, which have no braces.
 */
import type { Data } from './data.js';
import type { GitOpsChart } from './handlers.js';

/** Label of the cluster's secret; its value is the policy's name. */
export const LABEL = 'interlock-policy';
/** Annotations that say where the output lies in Git. */
export const REPO = {
  url: 'interlock_repo_url',
  revision: 'interlock_repo_revision',
  path: 'interlock_repo_path',
} as const;

export const NODEPOOLS = 'nodepools';

export const annotation = (name: string): string => `{{.metadata.annotations.${name}}}`;

/** Where a file of the output lies in the repo. */
const inRepo = (path: string): string => `${annotation(REPO.path)}/${path}`;

const git = { repoURL: annotation(REPO.url), targetRevision: annotation(REPO.revision) };

export function chartApplication(policy: string, chart: GitOpsChart): Data {
  const file = chart.values === undefined ? undefined : `${chart.name}/values.yaml`;
  const told = nested(chart.told);
  return applicationSet(policy, chart.name, {
    namespace: chart.namespace,
    options: ['CreateNamespace=true', 'ServerSideApply=true'],
    sources: [
      {
        repoURL: chart.repository,
        chart: chart.chart,
        targetRevision: chart.version,
        helm: {
          releaseName: chart.name,
          ...(chart.skipCrds ? { skipCrds: true } : {}),
          ...(file === undefined ? {} : { valueFiles: [`$policy/${inRepo(file)}`] }),
          ...(chart.told.length === 0 ? {} : { valuesObject: told }),
        },
      },
      ...(file === undefined ? [] : [{ ...git, ref: 'policy' }]),
    ],
  });
}

/** NodePools are not pruned: a file that is gone by mistake would take their nodes with it. */
export const nodePoolApplication = (policy: string, namespace: string): Data =>
  applicationSet(policy, NODEPOOLS, {
    namespace,
    options: ['Prune=false', 'ServerSideApply=true', 'SkipDryRunOnMissingResource=true'],
    sources: [{ ...git, path: inRepo(NODEPOOLS) }],
  });

interface Spec {
  readonly namespace: string;
  readonly options: readonly string[];
  readonly sources: readonly Data[];
}

const applicationSet = (policy: string, name: string, spec: Spec): Data => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name: `${policy}-${name}`, namespace: 'argocd' },
  spec: {
    goTemplate: true,
    goTemplateOptions: ['missingkey=error'],
    generators: [{ clusters: { selector: { matchLabels: { [LABEL]: policy } } } }],
    template: {
      metadata: { name: `${policy}-${name}-{{.nameNormalized}}` },
      spec: {
        project: 'default',
        sources: spec.sources,
        destination: { server: '{{.server}}', namespace: spec.namespace },
        syncPolicy: {
          automated: {},
          syncOptions: spec.options,
          retry: { limit: 10, backoff: { duration: '15s', factor: 2, maxDuration: '5m' } },
        },
      },
    },
  },
});

/** `settings.interruptionQueue` and the like as nested objects. */
function nested(told: GitOpsChart['told']): Data {
  const tree: { [key: string]: unknown } = {};
  for (const [path, name] of told) {
    let at = tree;
    for (const key of path.slice(0, -1)) {
      at[key] ??= {};
      at = at[key] as { [key: string]: unknown };
    }
    at[path.at(-1) ?? ''] = annotation(name);
  }
  return tree as Data;
}
