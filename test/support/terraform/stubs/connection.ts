/**
 * How the Helm and Kubernetes providers reach a cluster, in the schemas of
 * hashicorp/terraform-provider-helm@v2.17.0 and @v3.1.1 helm/provider.go and
 * hashicorp/terraform-provider-kubernetes@v2.38.0 kubernetes/provider.go.
 */
import {
  type Attribute,
  BOOL,
  block,
  each,
  list,
  map,
  type NestedBlock,
  nested,
  optional,
  required,
  STRING,
} from '../schema.js';

export const connection: readonly Attribute[] = optional({
  ...each(STRING, 'host username password tls_server_name client_certificate client_key'),
  ...each(STRING, 'cluster_ca_certificate config_path config_context config_context_auth_info'),
  ...each(STRING, 'config_context_cluster token proxy_url'),
  insecure: BOOL,
  config_paths: list(STRING),
});

const command: readonly Attribute[] = [
  ...required({ api_version: STRING, command: STRING }),
  ...optional({ env: map(STRING), args: list(STRING) }),
];

/** The command that gives a token. */
export const execBlock: NestedBlock = block('exec', 'LIST', command, { max: 1 });
export const execAttribute: Attribute = nested('exec', 'SINGLE', command);
