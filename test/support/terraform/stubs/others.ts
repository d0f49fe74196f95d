/**
 * The providers that the add-ons module needs beside AWS and Helm, cut to the
 * resources it has: hashicorp/terraform-provider-kubernetes@v2.38.0
 * kubernetes/, hashicorp/terraform-provider-time@v0.12.1 and
 * hashicorp/terraform-provider-random@v3.6.3 internal/provider/.
 */
import {
  BOOL,
  block,
  computed,
  defaulted,
  each,
  list,
  map,
  NUMBER,
  optional,
  type Provider,
  required,
  STRING,
  schema,
} from '../schema.js';
import { connection, execBlock } from './connection.js';

const described = [
  ...defaulted({ name: STRING }),
  ...optional({ generate_name: STRING, annotations: map(STRING), labels: map(STRING) }),
  ...computed({ generation: NUMBER, resource_version: STRING, uid: STRING }),
];
const once = { min: 1, max: 1 };
const id = defaulted({ id: STRING });

export const kubernetes: Provider = {
  configuration: schema(
    [...connection, ...optional(each(list(STRING), 'ignore_annotations ignore_labels'))],
    [execBlock, block('experiments', 'LIST', optional({ manifest_resource: BOOL }), { max: 1 })],
  ),
  resources: {
    kubernetes_namespace_v1: schema(
      [...id, ...optional({ wait_for_default_service_account: BOOL })],
      [block('metadata', 'LIST', described, once)],
    ),
    kubernetes_config_map_v1: schema(
      [...id, ...optional({ data: map(STRING), binary_data: map(STRING), immutable: BOOL })],
      [block('metadata', 'LIST', [...described, ...optional({ namespace: STRING })], once)],
    ),
    kubernetes_config_map_v1_data: schema(
      [
        ...id,
        ...required({ data: map(STRING) }),
        ...optional({ force: BOOL, field_manager: STRING }),
      ],
      [
        block(
          'metadata',
          'LIST',
          [...required({ name: STRING }), ...optional({ namespace: STRING })],
          once,
        ),
      ],
    ),
  },
};

export const time: Provider = {
  configuration: schema([]),
  resources: {
    time_sleep: schema([
      ...optional({ create_duration: STRING, destroy_duration: STRING, triggers: map(STRING) }),
      ...computed({ id: STRING }),
    ]),
  },
};

export const random: Provider = {
  configuration: schema([]),
  resources: {
    random_bytes: schema([
      ...required({ length: NUMBER }),
      ...optional({ keepers: map(STRING) }),
      ...computed({ base64: STRING, hex: STRING }),
    ]),
  },
};
