/** What the tables of Terraform modules have in common: inputs and provider requirements. */

export interface ModuleInput {
  readonly name: string;
  /** As the module declares it: `string`, `bool`, `list(string)`, `map(string)`, `any`, `object(...)`. */
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
