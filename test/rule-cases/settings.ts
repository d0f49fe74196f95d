/** Near cases of the rules on settings: module calls, chart values, versions of providers and charts. */
import { karpenter, nth, nthRoot, queue, root } from './blocks.js';
import type { Files, RuleCases } from './case.js';

interface Call {
  readonly version?: string | undefined;
  readonly more?: string;
  readonly source?: string;
}

const addons = ({
  version = '1.16.2',
  more = '',
  source = 'aws-ia/eks-blueprints-addons/aws',
}: Call = {}): string => `module "addons" {
  source            = "${source}"
${version === '' ? '' : `  version           = "${version}"\n`}  cluster_name      = "fleet"
  cluster_endpoint  = "https://fleet"
  cluster_version   = "1.29"
  oidc_provider_arn = var.oidc_provider_arn
${more}}
`;
const submodule = (version: string, more: string): string => `module "karpenter" {
  source       = "terraform-aws-modules/eks/aws//modules/karpenter"
  version      = "${version}"
  cluster_name = "fleet"
${more}}
`;
const eks = (version: string, more = ''): string => `module "eks" {
  source          = "terraform-aws-modules/eks/aws"
  version         = "${version}"
  cluster_name    = "fleet"
  cluster_version = "1.29"
${more}}
`;
const providers = (rows: string): string => `terraform {\n  required_providers {\n${rows}  }\n}\n`;
const locked = (provider: string, version: string, text: string): Files => ({
  files: {
    'main.tf': text,
    '.terraform.lock.hcl': `provider "registry.terraform.io/${provider}" {\n  version = "${version}"\n}\n`,
  },
});
const HELM2 = providers('    helm = { source = "hashicorp/helm", version = "~> 2.12" }\n');
const both = (...texts: readonly string[]): string => texts.join('\n');

/** A group on which NTH may act, with a lifecycle hook. */
const HOOK = `resource "aws_autoscaling_group" "batch" {
  name     = "batch"
  max_size = 3
  min_size = 1
  initial_lifecycle_hook {
    name                 = "drain"
    lifecycle_transition = "autoscaling:EC2_INSTANCE_TERMINATING"
    heartbeat_timeout    = 300
  }
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
  tag {
    key                 = "kubernetes.io/cluster/fleet"
    value               = "owned"
    propagate_at_launch = true
  }
}
`;
const QUEUE = 'enableSqsTerminationDraining = true, queueURL = aws_sqs_queue.nth.url';
const nthWith = (values: string, version?: string, more?: string): string =>
  nthRoot({
    handler: nth({
      values: `${QUEUE}, ${values}`,
      ...(version !== undefined && { version }),
      ...(more !== undefined && { more }),
    }),
  });
const imdsWith = (values: string, version = '0.27.3'): string => nth({ values, version });
const karpenterWith = (values: string, version?: string): string =>
  root({
    handler: karpenter({
      values: `settings = { clusterName = "fleet", interruptionQueue = aws_sqs_queue.karpenter.name }, ${values}`,
      ...(version !== undefined && { version }),
    }),
  });

export const SETTINGS: readonly RuleCases[] = [
  {
    rule: 'incompatible-provider',
    fails: {
      'a constraint on what is too new': both(
        providers('    helm = { source = "hashicorp/helm", version = ">= 3.0" }\n'),
        addons(),
      ),
      'over several releases': both(
        providers('    helm = { source = "hashicorp/helm", version = ">= 3.0" }\n'),
        addons({ version: '>= 1.16.0, < 1.17.0' }),
      ),
      'a constraint that allows no release that the module takes': both(
        providers('    aws  = { source = "hashicorp/aws", version = "~> 4.0" }\n'),
        addons(),
      ),
      'nothing that holds the Helm provider back, with a list of others': both(
        providers('    aws = { source = "hashicorp/aws", version = ">= 5.0" }\n'),
        addons(),
      ),
      'a constraint that does not hold it back': both(
        providers('    helm = { source = "hashicorp/helm", version = ">= 2.12" }\n'),
        addons(),
      ),
      'nothing in sight at all': addons(),
      'a lock file with a newer one': locked('hashicorp/helm', '3.0.2', both(HELM2, addons())),
      'a lock file with an older AWS provider': locked(
        'hashicorp/aws',
        '4.67.0',
        both(HELM2, addons()),
      ),
      'a release that cannot be installed': both(HELM2, addons({ version: '1.24.0' })),
    },
    passes: {
      'a constraint that works': both(HELM2, addons()),
      'a lock file with one that works': locked('hashicorp/helm', '2.17.0', addons()),
      'a lock file with an AWS provider that works': locked(
        'hashicorp/aws',
        '5.100.0',
        both(HELM2, addons()),
      ),
      'several releases, one of which works with what is locked': locked(
        'hashicorp/helm',
        '3.0.2',
        addons({ version: '>= 1.16.2' }),
      ),
      'a version that the tables do not know': both(
        providers('    helm = { source = "hashicorp/helm", version = "2.99.1" }\n'),
        addons(),
      ),
      'a range of which the tables know none': both(
        providers('    helm = { source = "hashicorp/helm", version = "~> 2.99" }\n'),
        addons(),
      ),
      'a module that needs no Helm provider': eks('20.8.5'),
    },
  },
  {
    rule: 'unknown-module-input',
    fails: {
      'an input of the framework before': addons({ more: '  eks_cluster_id = "fleet"\n' }).replace(
        '  cluster_name      = "fleet"\n',
        '',
      ),
      'one whose successor is given as well': addons({ more: '  eks_cluster_id = "fleet"\n' }),
      'one whose successor takes something else': addons({
        more: '  auto_scaling_group_names = ["batch"]\n',
      }),
      'one that has no successor': addons({ more: '  karpenter_event_rule_name_prefix = "x"\n' }),
      'a slip of the pen': addons({ more: '  enable_cert_manger = true\n' }),
      'a word that is a letter from another': addons({ more: '  enable_vpc = true\n' }),
      'a word like none': addons({ more: '  quite_another_thing = true\n' }),
      'a helm config of the framework before': addons({
        more: '  karpenter_helm_config = {}\n  cert_manager_helm_config = {}\n',
      }),
      'a name of the module before v21': eks('21.0.0'),
      'what is always done now, with a plain value': submodule(
        '21.1.0',
        '  enable_irsa = true\n  enable_v1_permissions = true\n',
      ),
      'what is always done now, with a value that is made': submodule(
        '21.1.0',
        '  enable_irsa = var.irsa\n',
      ),
      'a name in quotes, as JSON has it': {
        files: {
          'main.tf.json': JSON.stringify({
            module: {
              karpenter: {
                source: 'terraform-aws-modules/eks/aws//modules/karpenter',
                version: '21.1.0',
                cluster_name: 'fleet',
                enable_irsa: true,
                create_irsa: true,
              },
            },
          }),
        },
      },
      'over several releases': submodule('~> 20.24', '  create_irsaa = true\n'),
      'of a node group by its submodule':
        'module "batch" {\n  source  = "terraform-aws-modules/eks/aws//modules/self-managed-node-group"\n  version = "20.24.0"\n  nmae    = "batch"\n  zzz     = {}\n}\n',
    },
    passes: {
      'inputs that there are': addons({ more: '  enable_cert_manager = true\n' }),
      'releases that the tables do not know': both(
        addons({ version: '99.0.0', more: '  enable_cert_manger = true\n' }),
        eks('12.2.0', '  worker_groups = []\n'),
      ),
      'a submodule that no table is about':
        'module "batch" {\n  source  = "terraform-aws-modules/eks/aws//modules/another"\n  version = "20.24.0"\n  zzz     = {}\n}\nmodule "b" {\n  source  = "acme/eks/aws//modules/self-managed-node-group"\n  version = "20.24.0"\n  zzz     = {}\n}\n',
      'what some allowed release has': submodule('>= 20.24', '  enable_irsa = true\n'),
      'a call that is not made': addons({ more: '  count = 0\n  enable_cert_manger = true\n' }),
    },
  },
  {
    rule: 'unknown-for-each',
    fails: {
      'an argument of a call': both(
        addons({
          more: '  enable_aws_node_termination_handler = true\n  aws_node_termination_handler_asg_arns = compact([aws_autoscaling_group.a.arn])\n',
        }),
        'resource "aws_autoscaling_group" "a" {\n  name = "a"\n}\n',
      ),
      'a queue of the root itself, by number and by key': both(
        'resource "aws_autoscaling_group" "a" {\n  name = "a"\n}\n',
        'resource "aws_sqs_queue" "a" {\n  count = length(compact([aws_autoscaling_group.a.arn]))\n}\n',
        'resource "aws_sqs_queue" "b" {\n  for_each = toset([aws_autoscaling_group.a.arn])\n}\n',
      ),
    },
    passes: {
      'a list whose length is known': both(
        addons({
          more: '  enable_aws_node_termination_handler = true\n  aws_node_termination_handler_asg_arns = [aws_autoscaling_group.a.arn]\n',
        }),
        'resource "aws_autoscaling_group" "a" {\n  name = "a"\n}\n',
      ),
      'resources about something else': both(
        'resource "aws_autoscaling_group" "a" {\n  name = "a"\n}\n',
        'resource "aws_s3_bucket" "a" {\n  for_each = toset([aws_autoscaling_group.a.arn])\n}\n',
        'data "aws_sqs_queue" "a" {\n  for_each = toset([aws_autoscaling_group.a.arn])\n}\n',
      ),
      'what somebody gives':
        'variable "names" {}\nresource "aws_sqs_queue" "a" {\n  for_each = toset(var.names)\n}\n',
    },
  },
  {
    rule: 'missing-module-input',
    fails: {
      'one that every release requires': addons().replace('  cluster_name      = "fleet"\n', ''),
      'over several releases': addons({ version: '~> 1.16' }).replace(
        '  cluster_name      = "fleet"\n',
        '',
      ),
    },
    passes: {
      'all that there has to be': addons(),
      'a release that the tables do not know': eks('12.2.0', '  worker_groups = []\n'),
      'a module that requires none': submodule('20.24.0', ''),
    },
  },
  {
    rule: 'changed-module-input',
    fails: {
      'a role of the nodes that is one of the controller now': submodule(
        '20.24.0',
        '  irsa_name     = "a"\n  create_irsa   = true\n  iam_role_name = "nodes"\n',
      ),
    },
    passes: {
      'a call that knows the new names': submodule('20.24.0', '  iam_role_name = "controller"\n'),
      'a call of the older major': submodule(
        '19.21.0',
        '  irsa_name = "a"\n  iam_role_name = "nodes"\n',
      ),
      'a call of neither': submodule('20.24.0', '  no_such_input = 1\n  iam_role_name = "nodes"\n'),
    },
  },
  {
    rule: 'unpinned-module',
    fails: {
      'no version': addons({ version: '' }),
      'a repository without a reference': addons({
        version: '',
        source: 'github.com/aws-ia/terraform-aws-eks-blueprints-addons',
      }),
      'a repository by its URL': addons({
        version: '',
        source: 'git::https://github.com/aws-ia/terraform-aws-eks-blueprints-addons.git',
      }),
      'a constraint over a major version': eks('>= 19.21'),
    },
    passes: {
      'a version': addons(),
      'a constraint within a major version': eks('~> 20.8'),
      'a version of many that is not known': eks('20.8.5').replace('"20.8.5"', 'var.version'),
      'a module of a folder': addons({ version: '', source: './modules/addons' }),
      'a reference': addons({
        version: '',
        source:
          'git::https://github.com/aws-ia/terraform-aws-eks-blueprints-addons.git?ref=v1.16.2',
      }),
      'a version that is not known': addons({ version: '' }).replace(
        '  cluster_name',
        '  version = var.version\n  cluster_name',
      ),
    },
  },
  {
    rule: 'unread-module-key',
    fails: {
      'a key in capitals': addons({ more: '  karpenter = { chartVersion = "0.37.0" }\n' }),
      'a key of a role without its prefix': addons({
        more: '  karpenter_node = { role_name = "n" }\n',
      }),
      'a key of a role with the older word': addons({
        more: '  karpenter_node = { role_name_use_prefix = false, role_use_prefix = false }\n',
      }),
      'a key whose end is one': addons({ more: '  karpenter = { my_namespace = "x" }\n' }),
      'the end of one key alone': addons({
        more: '  karpenter = { version = "0.37.0", timeouts = 5 }\n',
      }),
      'a key like none, where there are many': addons({ more: '  karpenter = { zzz = "x" }\n' }),
      'a key like none, where there are few': addons({
        more: '  karpenter_sqs = { zzzzzzzzz = "x", create = false }\n',
      }),
      'a key in quotes': addons({ more: '  karpenter = { "chartVersion" = "0.37.0" }\n' }),
      'a key of a node group': eks(
        '20.8.5',
        '  eks_managed_node_groups = {\n    a = { node_group_name = "a" }\n    b = { name = "b", instance_typs = ["m5.large"] }\n  }\n',
      ),
      'over several releases': addons({
        version: '~> 1.16',
        more: '  karpenter = { zzz = "x" }\n',
      }),
    },
    passes: {
      'keys that are read': addons({ more: '  karpenter = { chart_version = "0.37.0" }\n' }),
      'keys that are made': addons({ more: '  karpenter = { (var.key) = "0.37.0" }\n' }),
      'an object that is made elsewhere': addons({ more: '  karpenter = var.karpenter\n' }),
      'a map of any keys': addons({ more: '  tags = { zzz = "x" }\n' }),
    },
  },
  {
    rule: 'unknown-module-output',
    fails: {
      'an output by its older name': both(
        submodule('20.24.0', ''),
        'output "a" {\n  value = module.karpenter.irsa_arn\n}\n',
      ),
      'a slip of the pen': both(
        submodule('20.24.0', ''),
        'output "a" {\n  value = module.karpenter.queue_nmae\n}\n',
      ),
      'a word like none': both(
        submodule('20.24.0', ''),
        'output "a" {\n  value = module.karpenter.zzzzzzzzzzzzzzzz\n}\n',
      ),
      'over several releases': both(
        submodule('~> 20.24', ''),
        'output "a" {\n  value = module.karpenter.irsa_arn\n}\n',
      ),
    },
    passes: {
      'outputs that there are': both(
        submodule('20.24.0', ''),
        'output "a" {\n  value = [module.karpenter.queue_name, module.karpenter]\n}\n',
      ),
      'an output of another module': both(
        submodule('20.24.0', ''),
        'module "other" {\n  source = "./other"\n}\noutput "a" {\n  value = module.other.irsa_arn\n}\n',
      ),
    },
  },
  {
    rule: 'broken-chart',
    fails: {
      'a hook that is never completed': both(
        nthWith('nodeTerminationGracePeriod = 120', '0.23.0'),
        HOOK,
      ),
      'heartbeats that never stop': both(nthWith('heartbeatInterval = 60', '0.27.0'), HOOK),
      'a chart without a version': nthWith('useProviderId = true').replace(/ {2}version .*\n/, ''),
      'a cache of pods that stays empty, in IMDS mode too': both(
        nthWith(
          'extraEnv = [{ name = "A", value = "b" }, { name = "USE_APISERVER_CACHE", value = "true" }]',
        ),
        imdsWith('extraEnv = [{ name = "USE_APISERVER_CACHE", value = true }]').replaceAll(
          '"nth"',
          '"imds"',
        ),
      ),
      'an unknown provider id': nthWith('useProviderId = true'),
    },
    passes: {
      'a chart without the fault': both(
        nthWith('nodeTerminationGracePeriod = 120', '0.23.1'),
        HOOK,
      ),
      'a hook that is not in sight': nthWith('nodeTerminationGracePeriod = 120', '0.23.0'),
      'heartbeats that are off, or not known': both(
        nthWith('heartbeatInterval = 0', '0.27.0'),
        HOOK,
      ),
      'an interval that is not known': both(
        nthWith('heartbeatInterval = var.interval', '0.27.0'),
        HOOK,
      ),
      'no heartbeats': both(nthWith('nodeTerminationGracePeriod = 120', '0.27.0'), HOOK),
      'releases of which one is without it': both(
        nthWith('nodeTerminationGracePeriod = 120', '>= 0.23.0, < 0.25.0'),
        HOOK,
      ),
      'a handler that is not installed': both(
        nthWith('nodeTerminationGracePeriod = 120', '0.23.0', '  count = 0\n'),
        HOOK,
      ),
      'a release that the tables do not know': nthWith('useProviderId = true', '99.0.0'),
      'a cache of pods that Kubernetes events fill': nthWith(
        'emitKubernetesEvents = true, extraEnv = [{ name = "USE_APISERVER_CACHE", value = "true" }]',
      ),
      'a cache of pods before there was one': nthWith(
        'extraEnv = [{ name = "USE_APISERVER_CACHE", value = "true" }]',
        '0.24.0',
      ),
      'a cache of pods that is off, or not known': both(
        nthWith(
          'extraEnv = [{ name = "USE_APISERVER_CACHE", value = "true" }, { name = "USE_APISERVER_CACHE", value = "false" }]',
        ),
        imdsWith('extraEnv = [{ name = "USE_APISERVER_CACHE", value = var.cache }]').replaceAll(
          '"nth"',
          '"imds"',
        ),
      ),
      'an environment that is not known': nthWith('extraEnv = var.environment'),
      'a mode that is not known': nth({
        values: 'enableSqsTerminationDraining = var.queue, useProviderId = true',
      }),
      'a setting that is off': nthWith('useProviderId = false'),
      'IMDS mode, where there is no queue to hang on': imdsWith('useProviderId = true'),
    },
  },
  {
    rule: 'ineffective-setting',
    fails: {
      'a switch of IMDS mode in queue mode': nthWith('enableSpotInterruptionDraining = false'),
      'a tag in IMDS mode': imdsWith('managedTag = "x"'),
      'a setting that no template of the mode reads': imdsWith(
        'serviceMonitor = { create = true }',
      ),
    },
    passes: {
      'a switch of the mode itself': imdsWith('enableSpotInterruptionDraining = false'),
      'the tag in queue mode': nthWith('managedTag = "x"'),
      'the default of a setting that nothing reads': nthWith('jsonLogging = false'),
      'a handler that is not installed': nthWith(
        'enableSpotInterruptionDraining = false',
        undefined,
        '  count = 0\n',
      ),
      'a mode that is not known': nth({
        values: 'enableSqsTerminationDraining = var.queue, enableSpotInterruptionDraining = false',
      }),
    },
  },
  {
    rule: 'shadowed-setting',
    fails: {
      'a selector beside one of Linux': imdsWith(
        'nodeSelector = { a = "b" }, linuxNodeSelector = { c = "d" }',
      ),
      'tolerations and affinity alike': imdsWith(
        'tolerations = [{ operator = "Exists" }], linuxTolerations = [{ operator = "Exists" }], affinity = { a = 1 }, linuxAffinity = { b = 2 }',
      ),
      'two names of the queue of Karpenter': root({
        handler: karpenter({
          version: '0.32.10',
          values:
            'settings = { clusterName = "fleet", interruptionQueue = "a", interruptionQueueName = "b", aws = { interruptionQueueName = "c" } }',
        }),
      }),
    },
    passes: {
      'one of them': imdsWith('linuxNodeSelector = { c = "d" }'),
      'one that is empty': imdsWith('nodeSelector = { a = "b" }, linuxNodeSelector = {}'),
      'a list that is empty': imdsWith(
        'tolerations = [{ operator = "Exists" }], linuxTolerations = []',
      ),
      'one that is an empty text': imdsWith('nodeSelector = { a = "b" }, linuxNodeSelector = ""'),
      'one that is null': imdsWith('nodeSelector = { a = "b" }, linuxNodeSelector = null'),
      'one that is not known': imdsWith(
        'nodeSelector = { a = "b" }, linuxNodeSelector = var.nodes',
      ),
      'a mode that is not known': nth({
        values:
          'enableSqsTerminationDraining = var.queue, nodeSelector = { a = "b" }, linuxNodeSelector = { c = "d" }',
      }),
      'queue mode, which reads the plain name alone': nthWith(
        'nodeSelector = { a = "b" }, linuxNodeSelector = { c = "d" }',
      ),
    },
  },
  {
    rule: 'unread-chart-value',
    fails: {
      'a slip of the pen': nthWith('enableSpotInteruptionDraining = true'),
      'a slip beside a call of another module': both(
        eks('20.8.5'),
        nthWith('enableSpotInteruptionDraining = true'),
      ),
      'a key of a newer chart': nthWith('heartbeatInterval = 60', '0.25.1'),
      'a key under another one': karpenterWith(
        'controller = { env = [] }, replica = 1, settingz = { x = 1 }',
      ),
      'the queue by an older name': root({
        handler: karpenter({
          values: 'settings = { clusterName = "fleet", interruptionQueueName = "fleet-karpenter" }',
        }),
      }),
      'the queue by a newer name': root({
        handler: karpenter({
          version: '0.31.4',
          values:
            'settings = { aws = { clusterName = "fleet" }, interruptionQueue = "fleet-karpenter" }',
        }),
      }),
      'a key whose end is telling': karpenterWith(
        'controller = { featureGates = { spotToSpotConsolidation = true } }',
      ),
      'a key like none': karpenterWith('zzzzzzzzzzzzzzzzzzzz = 1'),
      'over several charts': nthWith('enableSpotInteruptionDraining = true', '~> 0.27.0'),
      'values alone, by the tables of every chart': {
        files: { 'values.yaml': 'enableSqsTerminationDraining: true\nzzz: 1\n' },
      },
      'what a call of the module sets, and writes': addons({
        more: `  enable_aws_node_termination_handler = true
  aws_node_termination_handler = {
    values = [yamlencode({ resourcez = { limits = 1 } })]
    set    = [{ name = "enableSpotInteruptionDraining", value = "true" }, { name = "podLabelz.a\\\\.b", value = "c" }]
  }
`,
      }),
    },
    passes: {
      'keys that are read': nthWith('heartbeatInterval = 60'),
      'a chart of a folder, which may be changed': nthWith('zzz = 1')
        .replace(/ {2}(?:repository|version) .*\n/g, '')
        .replace('"aws-node-termination-handler"\n', '"./charts/aws-node-termination-handler"\n'),
      'what Helm hands to every chart': nthWith('global = { x = 1 }'),
      'a key that is taken away': nthWith('zzz = null'),
      'below a key that is read whole': karpenterWith(
        'affinity = { anything = 1 }, podLabels = { a = "b" }',
      ),
      'values alone, of an older chart': {
        files: {
          'values.yaml': 'enableSqsTerminationDraining: true\ncheckASGTagBeforeDraining: true\n',
        },
      },
      'what the module sets by itself': addons({
        more: '  enable_aws_node_termination_handler = true\n  aws_node_termination_handler = { values = [var.values], set = [{ name = var.name, value = "x" }] }\n',
      }),
      'what some allowed chart reads': nthWith('heartbeatInterval = 60', '>= 0.25.0'),
      'what a newer chart than the tables may read': nthWith('zzz = 1', '>= 0.27.0').replace(
        'zzz',
        'heartbeatInterval',
      ),
    },
  },
  {
    rule: 'unavailable-chart',
    fails: {
      'a version between two that there are': nthWith('workers = 5', '0.25.99'),
      'a version that the registry writes otherwise': nthWith('workers = 5', 'v0.25.1'),
    },
    passes: {
      'a version that there is': nthWith('workers = 5', '0.25.1'),
      'one that is newer than the tables': nthWith('workers = 5', '0.99.0'),
      'one that is older': nthWith('workers = 5', '0.1.0'),
      'a range': nthWith('workers = 5', '~> 0.25.99'),
    },
  },
  {
    rule: 'unpinned-chart',
    fails: {
      'no version': nthRoot({ handler: nth().replace(/ {2}version.*\n/, '') }),
    },
    passes: {
      'a version': nthRoot(),
      'values alone': { files: { 'values.yaml': 'enableSqsTerminationDraining: true\n' } },
    },
  },
  {
    rule: 'helm-set-syntax',
    fails: {
      'blocks where they are arguments': both(
        providers('    helm = { source = "hashicorp/helm", version = "~> 3.0" }\n'),
        `provider "helm" {\n  kubernetes {\n    host = "x"\n  }\n}\n`,
        queue('nth'),
        nth({
          more: '  set {\n    name  = "a"\n    value = "b"\n  }\n  set {\n    name  = "c"\n    value = "d"\n  }\n  dynamic "set_list" {\n    for_each = []\n    content {\n      name = "a"\n    }\n  }\n',
        }),
      ),
      'arguments where they are blocks': both(
        HELM2,
        `provider "helm" {\n  kubernetes = {\n    host = "x"\n  }\n}\n`,
        queue('nth'),
        nth({ more: '  set = [{ name = "a", value = "b" }]\n' }),
      ),
      'by the lock file': locked(
        'hashicorp/helm',
        '3.0.2',
        both(queue('nth'), nth({ more: '  set {\n    name  = "a"\n    value = "b"\n  }\n' })),
      ),
    },
    passes: {
      'blocks where they are blocks': both(
        HELM2,
        queue('nth'),
        nth({ more: '  set {\n    name  = "a"\n    value = "b"\n  }\n' }),
      ),
      'arguments where they are arguments': both(
        providers('    helm = { source = "hashicorp/helm", version = "~> 3.0" }\n'),
        queue('nth'),
        nth({ more: '  set = [{ name = "a", value = "b" }]\n' }),
      ),
      'a constraint that allows both': both(
        providers('    helm = { source = "hashicorp/helm", version = ">= 2.0" }\n'),
        queue('nth'),
        nth({ more: '  set {\n    name  = "a"\n    value = "b"\n  }\n' }),
      ),
      'arguments under a constraint that allows both': both(
        providers('    helm = { source = "hashicorp/helm", version = ">= 2.0" }\n'),
        queue('nth'),
        nth({ more: '  set = [{ name = "a", value = "b" }]\n' }),
      ),
      'other resources': both(
        HELM2,
        'resource "kubernetes_manifest" "a" {\n  set = []\n}\nprovider "kubernetes" {\n  kubernetes = {}\n}\n',
      ),
    },
  },
];
