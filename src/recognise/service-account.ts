/**
 * What the service account of a handler's release is called. Both charts name it alike
 * (aws/karpenter-provider-aws@v1.14.1 charts/karpenter/templates/_helpers.tpl,
 * aws/aws-node-termination-handler@v1.25.6 config/helm/aws-node-termination-handler/templates/_helpers.tpl).
 */
import { entry, flag, text } from '../value/read.js';
import { isUnknown, type Maybe, type Value } from '../value/value.js';

interface Release {
  readonly name?: Maybe<string>;
  /** Chart name without what stands before it. */
  readonly chart: Maybe<string> | undefined;
  readonly values: Value;
}

/** Undefined where it is not known. */
export function serviceAccountOf({ name, chart, values }: Release): string | undefined {
  const own = nameAt(values, 'serviceAccount', 'name');
  if (own === undefined) return undefined;
  const created = flag(entry(values, 'serviceAccount', 'create')) ?? true;
  if (own !== '') return own;
  if (created !== true) return created === false ? 'default' : undefined;
  const whole = nameAt(values, 'fullnameOverride');
  const part = nameAt(values, 'nameOverride');
  if (whole !== '') return whole && truncated(whole);
  const [release, title] = [known(name), part === '' ? known(chart) : part];
  if (release === undefined || title === undefined) return undefined;
  return truncated(release.includes(title) ? release : `${release}-${title}`);
}

/** The name that is written; empty, as the charts have it, where none is, and undefined where it is not known. */
function nameAt(values: Value, ...path: readonly string[]): string | undefined {
  const value = text(entry(values, ...path));
  return value === undefined ? '' : known(value);
}

const known = (value: Maybe<string> | undefined): string | undefined =>
  value === undefined || isUnknown(value) ? undefined : value.value;

/** As many characters as a name may have, with no dash at the end. */
const truncated = (name: string): string => name.slice(0, 63).replace(/-$/, '');
