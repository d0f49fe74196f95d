/**
 * The Helm provider's schemas: 2.x has nested blocks, 3.x nested attributes.
 * hashicorp/terraform-provider-helm@v2.17.0 helm/resource_release.go and
 * @v3.1.1 helm/resource_helm_release.go, both with helm/provider.go.
 */
import {
  type Attribute,
  BOOL,
  block,
  computed,
  defaulted,
  each,
  list,
  map,
  NUMBER,
  nested,
  object,
  optional,
  optionalWriteOnly,
  type Provider,
  required,
  requiredSecret,
  requiredWriteOnly,
  STRING,
  schema,
  secret,
} from '../schema.js';
import { connection, execAttribute, execBlock } from './connection.js';

/** What both have; switches that the 3.x provider computes defaults for are plain options in 2.x. */
const shared: readonly Attribute[] = [
  ...required({ name: STRING, chart: STRING }),
  ...optional({
    ...each(STRING, 'repository repository_key_file repository_cert_file repository_ca_file'),
    ...each(STRING, 'repository_username keyring'),
    devel: BOOL,
    values: list(STRING),
  }),
  ...secret({ repository_password: STRING }),
  ...defaulted({ version: STRING }),
  ...computed({ status: STRING, manifest: STRING }),
];

const switches = {
  ...each(STRING, 'namespace description'),
  ...each(NUMBER, 'timeout max_history'),
  ...each(BOOL, 'pass_credentials verify disable_webhooks disable_crd_hooks reuse_values'),
  ...each(BOOL, 'reset_values force_update recreate_pods cleanup_on_fail atomic skip_crds'),
  ...each(BOOL, 'render_subchart_notes disable_openapi_validation wait wait_for_jobs'),
  ...each(BOOL, 'dependency_update replace create_namespace lint upgrade_install'),
};

const status = {
  ...each(STRING, 'name namespace chart version app_version values notes'),
  ...each(NUMBER, 'revision first_deployed last_deployed'),
};

const entry = required({ name: STRING, value: STRING });
const listEntry = required({ name: STRING, value: list(STRING) });
const typed = optional({ type: STRING });
const secretEntry = [
  ...required({ name: STRING }),
  ...requiredSecret({ value: STRING }),
  ...optional({ type: STRING }),
];
const postrender = [...required({ binary_path: STRING }), ...optional({ args: list(STRING) })];
const paths = each(STRING, 'registry_config_path repository_config_path repository_cache');

export const helm2: Provider = {
  configuration: schema(
    optional({
      debug: BOOL,
      plugins_path: STRING,
      ...paths,
      helm_driver: STRING,
      burst_limit: NUMBER,
    }),
    [
      block('kubernetes', 'LIST', connection, { max: 1, blocks: [execBlock] }),
      block('registry', 'LIST', required(each(STRING, 'url username password'))),
      block('experiments', 'LIST', optional({ manifest: BOOL }), { max: 1 }),
    ],
  ),
  resources: {
    helm_release: schema(
      [
        ...shared,
        ...optional(switches),
        ...defaulted({ id: STRING }),
        ...computed({ metadata: list(object(status)) }),
      ],
      [
        block('set', 'SET', [...entry, ...typed]),
        block('set_list', 'LIST', listEntry),
        block('set_sensitive', 'SET', secretEntry),
        block('postrender', 'LIST', postrender, { max: 1 }),
      ],
    ),
  },
};

export const helm3: Provider = {
  configuration: schema([
    ...optional({ debug: BOOL, plugins_path: STRING, ...paths, helm_driver: STRING }),
    ...optional({ burst_limit: NUMBER, qps: NUMBER }),
    nested('kubernetes', 'SINGLE', [...connection, execAttribute]),
    nested('registries', 'LIST', required(each(STRING, 'url username password'))),
    nested('experiments', 'SINGLE', optional({ manifest: BOOL })),
  ]),
  resources: {
    helm_release: schema([
      ...shared,
      ...defaulted({ ...switches, take_ownership: BOOL }),
      ...computed({ id: STRING, resources: map(STRING) }),
      ...optional({ set_wo_revision: NUMBER }),
      nested('metadata', 'SINGLE', computed(status), { computed: true }),
      nested('timeouts', 'SINGLE', optional(each(STRING, 'create read update delete'))),
      nested('set', 'LIST', [
        ...required({ name: STRING }),
        ...optional({ value: STRING }),
        ...defaulted({ type: STRING }),
      ]),
      nested('set_list', 'LIST', listEntry),
      nested('set_sensitive', 'LIST', secretEntry),
      nested(
        'set_wo',
        'LIST',
        [
          ...requiredWriteOnly({ name: STRING, value: STRING }),
          ...optionalWriteOnly({ type: STRING }),
        ],
        { optional: true, write_only: true },
      ),
      nested('postrender', 'SINGLE', postrender),
    ]),
  },
};
