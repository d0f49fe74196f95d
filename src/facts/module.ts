/**
 * What the tables of Terraform modules have in common: inputs, outputs,
 * requirements and what the module creates, each per release.
 */
import { asRows, inVersions, type Ranged, rowFor, rowsFor } from './range.js';

export interface ModuleInput {
  readonly name: string;
  /** As the module declares it; a long object type only in outline: `map(object({...}))`. */
  readonly type: string;
  readonly required: boolean;
  /** Absent when required. */
  readonly default?: unknown;
}

export interface ProviderRequirement {
  readonly name: string;
  readonly source: string;
  readonly constraint: string;
}

/** A resource (`aws_sqs_queue.this`) or a child module (`module.kms`) in a module's text; conditions decide whether it exists. */
export interface Created {
  readonly name: string;
  /** Of a child module. */
  readonly source?: string;
  readonly version?: string;
}

export interface ModuleFacts {
  /** The releases that have the module, oldest first. */
  readonly releases: readonly string[];
  inputs(release: string): readonly ModuleInput[];
  input(release: string, name: string): ModuleInput | undefined;
  outputs(release: string): readonly string[];
  creates(release: string): readonly Created[];
  requiredProviders(release: string): readonly ProviderRequirement[];
  requiredTerraform(release: string): string | undefined;
}

/** A module's table as it is stored. */
export interface ModuleData {
  readonly releases: readonly string[];
  readonly terraform: readonly unknown[];
  readonly providers: readonly unknown[];
  readonly inputs: readonly unknown[];
  readonly outputs: readonly unknown[];
  readonly creates: readonly unknown[];
}

export interface InputRow extends Ranged {
  readonly name: string;
  readonly type: string;
  readonly default?: unknown;
}

/** A row is a required input where it has no default. */
export const toInput = ({ name, type, ...rest }: InputRow): ModuleInput =>
  'default' in rest
    ? { name, type, required: false, default: rest.default }
    : { name, type, required: true };

/** Lookups over a stored table. */
export function moduleFacts(data: ModuleData): ModuleFacts {
  const named = (rows: readonly unknown[], release: string) =>
    rowsFor(asRows<Ranged & Created>(rows), release);
  const inputs = asRows<InputRow>(data.inputs);
  return {
    releases: data.releases,
    inputs: (release) => rowsFor(inputs, release).map(toInput),
    input(release, name) {
      const row = inputs.find((one) => one.name === name && inVersions(release, one.versions));
      return row && toInput(row);
    },
    outputs: (release) => named(data.outputs, release).map(({ name }) => name),
    creates: (release) =>
      named(data.creates, release).map(({ versions: _, ...created }) => created),
    requiredProviders: (release) => providers(data.providers, release),
    requiredTerraform: (release) =>
      rowFor(asRows<Ranged & { constraint: string }>(data.terraform), release)?.constraint,
  };
}

/** Requirements without their ranges. */
export const providers = (
  rows: readonly unknown[],
  release: string,
): readonly ProviderRequirement[] =>
  rowsFor(asRows<ProviderRequirement & Ranged>(rows), release).map(
    ({ name, source, constraint }) => ({ name, source, constraint }),
  );
