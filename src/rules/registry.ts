/** Every rule. Written by scripts/registry.mjs from the files in the folders of the families. */
import unadmittedNodeRole from './access/unadmitted-node-role.js';
import duplicateHandler from './ownership/duplicate-handler.js';
import redundantHandler from './ownership/redundant-handler.js';
import selfDrainingHandler from './ownership/self-draining-handler.js';
import splitIncident from './ownership/split-incident.js';
import unexplainedGap from './ownership/unexplained-gap.js';
import unexpressibleOwner from './ownership/unexpressible-owner.js';
import unexpressibleSetting from './ownership/unexpressible-setting.js';
import unhandledEvent from './ownership/unhandled-event.js';
import wrongOwner from './ownership/wrong-owner.js';
import ownershipTable from './report/ownership-table.js';
import undeterminedValue from './report/undetermined-value.js';
import type { Rule } from './rule.js';
import incompatibleProvider from './settings/incompatible-provider.js';
import missingModuleInput from './settings/missing-module-input.js';
import unavailableChart from './settings/unavailable-chart.js';
import unknownModuleInput from './settings/unknown-module-input.js';
import unreadModuleKey from './settings/unread-module-key.js';
import untakenOutput from './settings/untaken-output.js';
import invalidPolicy from './syntax/invalid-policy.js';
import suspiciousCharacter from './syntax/suspicious-character.js';
import templateInText from './syntax/template-in-text.js';
import undeclaredReference from './syntax/undeclared-reference.js';
import unreadableFile from './syntax/unreadable-file.js';
import unusedSuppression from './syntax/unused-suppression.js';
import autoModeLifetime from './timing/auto-mode-lifetime.js';
import blockingDoNotDisrupt from './timing/blocking-do-not-disrupt.js';
import blockingPdb from './timing/blocking-pdb.js';
import graceExceedsNodeDeadline from './timing/grace-exceeds-node-deadline.js';
import graceExceedsNotice from './timing/grace-exceeds-notice.js';
import ineffectiveBudget from './timing/ineffective-budget.js';
import narrowSpotPool from './timing/narrow-spot-pool.js';
import shortLifecycleHook from './timing/short-lifecycle-hook.js';
import slowVolumeDetach from './timing/slow-volume-detach.js';
import unboundedExpiry from './timing/unbounded-expiry.js';
import unschedulableWorkload from './timing/unschedulable-workload.js';
import waveExceedsThroughput from './timing/wave-exceeds-throughput.js';
import changedBehaviour from './versions/changed-behaviour.js';
import deadAnnotation from './versions/dead-annotation.js';
import invalidField from './versions/invalid-field.js';
import movedField from './versions/moved-field.js';
import removedApi from './versions/removed-api.js';
import reservedLabel from './versions/reserved-label.js';
import underivableValue from './versions/underivable-value.js';
import unknownField from './versions/unknown-field.js';
import unsupportedKubernetes from './versions/unsupported-kubernetes.js';

export const RULES: readonly Rule[] = [
  autoModeLifetime,
  blockingDoNotDisrupt,
  blockingPdb,
  changedBehaviour,
  deadAnnotation,
  duplicateHandler,
  graceExceedsNodeDeadline,
  graceExceedsNotice,
  incompatibleProvider,
  ineffectiveBudget,
  invalidField,
  invalidPolicy,
  missingModuleInput,
  movedField,
  narrowSpotPool,
  ownershipTable,
  redundantHandler,
  removedApi,
  reservedLabel,
  selfDrainingHandler,
  shortLifecycleHook,
  slowVolumeDetach,
  splitIncident,
  suspiciousCharacter,
  templateInText,
  unadmittedNodeRole,
  unavailableChart,
  unboundedExpiry,
  undeclaredReference,
  underivableValue,
  undeterminedValue,
  unexplainedGap,
  unexpressibleOwner,
  unexpressibleSetting,
  unhandledEvent,
  unknownField,
  unknownModuleInput,
  unreadModuleKey,
  unreadableFile,
  unschedulableWorkload,
  unsupportedKubernetes,
  untakenOutput,
  unusedSuppression,
  waveExceedsThroughput,
  wrongOwner,
];
