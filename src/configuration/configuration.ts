/**
 * The narrow waist. HCL, tf.json, plan JSON, Helm values, Kubernetes YAML and
 * our own compiled plans all become this before any judgement.
 */

import type { Origin } from '../source/span.js';
import type { Tri } from '../value/logic.js';
import type { Unknown, Value } from '../value/value.js';

/** One instance of a Terraform block, evaluated as far as its text allows. */
export interface Block {
  /** Full address of the instance: `module.addons.aws_sqs_queue.nth[0]`, `provider.aws`, `variable.name`. */
  readonly address: string;
  /** `resource`, `data`, `module`, `provider`, `terraform`, `variable`, `output`, `check`, ... */
  readonly type: string;
  readonly labels: readonly string[];
  /** An object: attributes by name, nested blocks by type as lists of objects. */
  readonly body: Value;
  /** False or unknown where `count` or `for_each` decide. */
  readonly exists: Tri;
  /** On what its instances hang that Terraform knows only after an apply, so that it refuses to plan. */
  readonly unplanned?: Unknown;
  readonly from: Origin;
}

/** One Kubernetes object, from a YAML document or from the values of a chart that renders objects as they are. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly body: Value;
  readonly from: Origin;
  /** The name of the cluster that it is for, where somebody said it. */
  readonly cluster?: string;
  /** False or unknown where the block that applies it is. */
  readonly exists?: Tri;
}

/** Helm values given as a file of their own; which chart they are for is found by their keys or said by the caller. */
export interface HelmValues {
  readonly file: string;
  readonly body: Value;
  readonly from: Origin;
  readonly cluster?: string;
}

export interface Configuration {
  readonly blocks: readonly Block[];
  readonly objects: readonly KubeObject[];
  readonly helmValues: readonly HelmValues[];
}

export const emptyConfiguration: Configuration = { blocks: [], objects: [], helmValues: [] };
