/** What a file is, told by its name and, where the name leaves it open, by what it says. */

export type FileKind =
  | 'policy'
  | 'terraform'
  | 'variables'
  | 'lock'
  | 'plan'
  | 'project'
  | 'manifest'
  | 'other';

export type { SourceFile } from '../pipeline/texts.js';

const POLICY =
  /^\s*["']?(apiVersion["']?\s*:\s*["']?interlock\/|kind["']?\s*:\s*["']?InterruptionPolicy)/m;
const SCENARIO = /^\s*["']?kind["']?\s*:\s*["']?InterruptionScenario/m;
/** Keys that only a policy has at its top: a policy without its header is still meant as one. */
const POLICY_KEYS = /^(?:capacity|interruption|nodeClasses|extends)\s*:/m;
const isObject = (text: string): boolean =>
  /\bapiVersion["']?\s*:/.test(text) && /\bkind["']?\s*:/.test(text);
/** Plans and states of `terraform show -json`. */
const PLAN = /"(?:planned_values|resource_changes|root_module)"\s*:/;
const BLOCK =
  /^\s*(?:module|resource|data|variable|output|provider|locals|terraform)\s*(?:"[^"]*"\s*)*\{/m;

const isTerraform = (name: string): boolean => /\.(?:tf|tofu)(?:\.json)?$/.test(name);
const isVariables = (name: string): boolean => /\.tfvars(?:\.json)?$/.test(name);
/** Terraform reads them where it needs them; those of Jinja and its like become Terraform elsewhere. */
const isTemplate = (name: string): boolean =>
  /\.(?:tftpl|tpl|tmpl|j2|jinja2?)$|\.(?:j2|jinja2?|tpl|tmpl)\.[a-z]+$/.test(name);
const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);
const isJson = (name: string): boolean => /\.json$/i.test(name);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether the name alone makes a file worth reading, in a directory that somebody gave. */
export const mayMatter = (path: string): boolean => {
  const name = nameOf(path);
  return (
    isTerraform(name) || isVariables(name) || isYaml(name) || isJson(name) || name === LOCK_FILE
  );
};

const LOCK_FILE = '.terraform.lock.hcl';

/** Variables that Terraform reads without being told to. */
export const isAutomatic = (path: string): boolean =>
  /^terraform\.tfvars(?:\.json)?$|\.auto\.tfvars(?:\.json)?$/.test(nameOf(path));

/** The kind of a file; one that somebody named is `other` only where it is a template, as the rest was meant. */
export function kindOfFile(path: string, text: string, named: boolean): FileKind {
  const name = nameOf(path);
  if (isTemplate(name)) return 'other';
  if (isTerraform(name)) return 'terraform';
  if (isVariables(name)) return 'variables';
  if (name === LOCK_FILE) return 'lock';
  if (/^interlock\.ya?ml$/.test(name) && !POLICY.test(text)) return 'project';
  // A wave for `simulate` judges nothing by itself.
  if (SCENARIO.test(text)) return 'other';
  if (POLICY.test(text)) return 'policy';
  if (isJson(name) || path === '-') return kindOfText(path, text, named);
  if (!isYaml(name)) return named && BLOCK.test(text) ? 'terraform' : named ? 'policy' : 'other';
  return kindOfYaml(text, named);
}

/** JSON, and standard input, which has no name. */
function kindOfText(path: string, text: string, named: boolean): FileKind {
  if (PLAN.test(text)) return 'plan';
  if (path === '-' && BLOCK.test(text)) return 'terraform';
  return kindOfYaml(text, named);
}

function kindOfYaml(text: string, named: boolean): FileKind {
  if (isObject(text)) return 'manifest';
  if (!named)
    return HANDLER_VALUES.test(text) || KARPENTER_VALUES.test(text) ? 'manifest' : 'other';
  // What has no keys at all is nobody's values: whoever names it means a policy.
  return POLICY_KEYS.test(text) || !/^[^\s#-][^\n]*:/m.test(text) ? 'policy' : 'manifest';
}

/** Keys by which Helm values of a handler's chart are known. */
const HANDLER_VALUES =
  /\b(?:interruptionQueue(?:Name)?|enableSqsTerminationDraining|enableSpotInterruptionDraining|enableScheduledEventDraining|enableRebalance(?:Monitoring|Draining)|checkTagBeforeDraining|managedTag)\b/;
/** Values of Karpenter that name no queue: an Application tells it. */
const KARPENTER_VALUES = /^settings:[ \t]*\n(?:[ \t]+[^\n]*\n)*?[ \t]+clusterName:/m;
