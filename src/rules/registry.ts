/** Every rule. Written by scripts/registry.mjs from the files in the folders of the families. */
import emptyPolicyStatement from './access/empty-policy-statement.js';
import looseTrust from './access/loose-trust.js';
import malformedArn from './access/malformed-arn.js';
import missingIdentity from './access/missing-identity.js';
import missingPermission from './access/missing-permission.js';
import partitionMismatch from './access/partition-mismatch.js';
import regionMismatch from './access/region-mismatch.js';
import unadmittedNodeRole from './access/unadmitted-node-role.js';
import wrongOidcProvider from './access/wrong-oidc-provider.js';
import duplicateHandler from './ownership/duplicate-handler.js';
import idleHandler from './ownership/idle-handler.js';
import lateManagedTag from './ownership/late-managed-tag.js';
import rebalanceChurn from './ownership/rebalance-churn.js';
import redundantHandler from './ownership/redundant-handler.js';
import selfDrainingHandler from './ownership/self-draining-handler.js';
import splitIncident from './ownership/split-incident.js';
import unexplainedGap from './ownership/unexplained-gap.js';
import unexpressibleOwner from './ownership/unexpressible-owner.js';
import unexpressibleSetting from './ownership/unexpressible-setting.js';
import unhandledEvent from './ownership/unhandled-event.js';
import wrongOwner from './ownership/wrong-owner.js';
import ownershipTable from './report/ownership-table.js';
import unacknowledgedChange from './report/unacknowledged-change.js';
import uncarriedSetting from './report/uncarried-setting.js';
import undeterminedValue from './report/undetermined-value.js';
import type { Rule } from './rule.js';
import brokenChart from './settings/broken-chart.js';
import changedModuleInput from './settings/changed-module-input.js';
import helmSetSyntax from './settings/helm-set-syntax.js';
import incompatibleProvider from './settings/incompatible-provider.js';
import ineffectiveSetting from './settings/ineffective-setting.js';
import missingModuleInput from './settings/missing-module-input.js';
import shadowedSetting from './settings/shadowed-setting.js';
import unavailableChart from './settings/unavailable-chart.js';
import unknownForEach from './settings/unknown-for-each.js';
import unknownModuleInput from './settings/unknown-module-input.js';
import unknownModuleOutput from './settings/unknown-module-output.js';
import unpinnedChart from './settings/unpinned-chart.js';
import unpinnedModule from './settings/unpinned-module.js';
import unreadChartValue from './settings/unread-chart-value.js';
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
import contestedTag from './wiring/contested-tag.js';
import deadEventRule from './wiring/dead-event-rule.js';
import delayedQueue from './wiring/delayed-queue.js';
import duplicateResourceName from './wiring/duplicate-resource-name.js';
import gitopsUnwired from './wiring/gitops-unwired.js';
import missingEventRule from './wiring/missing-event-rule.js';
import missingQueue from './wiring/missing-queue.js';
import openQueuePolicy from './wiring/open-queue-policy.js';
import queueNameForm from './wiring/queue-name-form.js';
import sharedQueue from './wiring/shared-queue.js';
import smallQueueMessages from './wiring/small-queue-messages.js';
import undeliverableQueue from './wiring/undeliverable-queue.js';
import unfedQueue from './wiring/unfed-queue.js';
import unreadQueue from './wiring/unread-queue.js';
import wrongServicePrincipal from './wiring/wrong-service-principal.js';

export const RULES: readonly Rule[] = [
  autoModeLifetime,
  blockingDoNotDisrupt,
  blockingPdb,
  brokenChart,
  changedBehaviour,
  changedModuleInput,
  contestedTag,
  deadAnnotation,
  deadEventRule,
  delayedQueue,
  duplicateHandler,
  duplicateResourceName,
  emptyPolicyStatement,
  gitopsUnwired,
  graceExceedsNodeDeadline,
  graceExceedsNotice,
  helmSetSyntax,
  idleHandler,
  incompatibleProvider,
  ineffectiveBudget,
  ineffectiveSetting,
  invalidField,
  invalidPolicy,
  lateManagedTag,
  looseTrust,
  malformedArn,
  missingEventRule,
  missingIdentity,
  missingModuleInput,
  missingPermission,
  missingQueue,
  movedField,
  narrowSpotPool,
  openQueuePolicy,
  ownershipTable,
  partitionMismatch,
  queueNameForm,
  rebalanceChurn,
  redundantHandler,
  regionMismatch,
  removedApi,
  reservedLabel,
  selfDrainingHandler,
  shadowedSetting,
  sharedQueue,
  shortLifecycleHook,
  slowVolumeDetach,
  smallQueueMessages,
  splitIncident,
  suspiciousCharacter,
  templateInText,
  unacknowledgedChange,
  unadmittedNodeRole,
  unavailableChart,
  unboundedExpiry,
  uncarriedSetting,
  undeclaredReference,
  undeliverableQueue,
  underivableValue,
  undeterminedValue,
  unexplainedGap,
  unexpressibleOwner,
  unexpressibleSetting,
  unfedQueue,
  unhandledEvent,
  unknownField,
  unknownForEach,
  unknownModuleInput,
  unknownModuleOutput,
  unpinnedChart,
  unpinnedModule,
  unreadChartValue,
  unreadModuleKey,
  unreadQueue,
  unreadableFile,
  unschedulableWorkload,
  unsupportedKubernetes,
  untakenOutput,
  unusedSuppression,
  waveExceedsThroughput,
  wrongOidcProvider,
  wrongOwner,
  wrongServicePrincipal,
];
