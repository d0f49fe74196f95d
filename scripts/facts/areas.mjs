/**
 * Every table that can be derived: the file, the repositories it needs, and
 * how. `comparable` unfolds a table that is stored in a denser form; such a
 * table is changed by hand.
 */
import { deriveAddons, deriveKeys, expandKeys } from './addons.mjs';
import { deriveParameters } from './addons-parameters.mjs';
import { deriveBlueprintsV4 } from './blueprints-v4.mjs';
import { CRDS, crdFile, deriveCrd, deriveRules } from './crds.mjs';
import { deriveEksModule, EKS_MODULES } from './eks-module.mjs';
import { deriveKarpenter, deriveKarpenterValues } from './karpenter.mjs';
import { deriveNth } from './nth.mjs';

const ADDONS = 'aws-ia/terraform-aws-eks-blueprints-addons';
const BLUEPRINTS = 'aws-ia/terraform-aws-eks-blueprints';
const EKS = 'terraform-aws-modules/terraform-aws-eks';
const KARPENTER = 'aws/karpenter-provider-aws';
const NTH = ['aws/aws-node-termination-handler', 'aws/eks-charts'];

const nth = (pick) => (handler, eksCharts) => pick(deriveNth({ nth: handler, eksCharts }));

export const AREAS = [
  { file: 'addons.json', needs: [ADDONS], derive: deriveAddons },
  {
    file: 'addons-keys.json',
    needs: [ADDONS],
    derive: (repo, table) => ({ keys: deriveKeys(repo, Object.keys(table.objects)) }),
    comparable: (table, repo) => ({ keys: expandKeys(table, repo) }),
  },
  { file: 'addons-parameters.json', needs: [ADDONS], derive: deriveParameters },
  { file: 'karpenter.json', needs: [KARPENTER], derive: deriveKarpenter },
  { file: 'karpenter-values.json', needs: [KARPENTER], derive: deriveKarpenterValues },
  ...CRDS.map(([kind, version]) => ({
    file: crdFile(kind, version),
    needs: [KARPENTER],
    derive: (repo) => deriveCrd(repo, kind, version),
  })),
  { file: 'crds/rules.json', needs: [KARPENTER], derive: deriveRules },
  {
    file: 'nth.json',
    needs: NTH,
    derive: nth(({ values: _, precedence: __, environment: ___, ...rest }) => rest),
  },
  {
    file: 'nth-values.json',
    needs: NTH,
    derive: nth(({ values, precedence, environment }) => ({ values, precedence, environment })),
  },
  ...EKS_MODULES.map(([file, folder]) => ({
    file,
    needs: [EKS],
    derive: (repo) => deriveEksModule(repo, folder),
  })),
  { file: 'blueprints-v4.json', needs: [BLUEPRINTS], derive: deriveBlueprintsV4 },
];
