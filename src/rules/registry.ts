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
import invalidPolicy from './syntax/invalid-policy.js';
import suspiciousCharacter from './syntax/suspicious-character.js';
import templateInText from './syntax/template-in-text.js';
import undeclaredReference from './syntax/undeclared-reference.js';
import unreadableFile from './syntax/unreadable-file.js';
import removedApi from './versions/removed-api.js';
import unsupportedKubernetes from './versions/unsupported-kubernetes.js';

export const RULES: readonly Rule[] = [
  duplicateHandler,
  incompatibleProvider,
  invalidPolicy,
  missingModuleInput,
  ownershipTable,
  redundantHandler,
  removedApi,
  selfDrainingHandler,
  splitIncident,
  suspiciousCharacter,
  templateInText,
  unadmittedNodeRole,
  unavailableChart,
  undeclaredReference,
  undeterminedValue,
  unexplainedGap,
  unexpressibleOwner,
  unexpressibleSetting,
  unhandledEvent,
  unknownModuleInput,
  unreadModuleKey,
  unreadableFile,
  unsupportedKubernetes,
  wrongOwner,
];
