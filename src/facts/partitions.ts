/** AWS partitions by region. */

const PREFIXES: readonly (readonly [prefix: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['us-iso-', 'aws-iso'],
  ['eu-isoe-', 'aws-iso-e'],
  ['eusc-', 'aws-eusc'],
];

/** The partition of a region, by its prefix as the SDKs tell them apart (aws/aws-sdk-go@v1.50.30 aws/endpoints/defaults.go). */
export const partitionOf = (region: string): string =>
  PREFIXES.find(([prefix]) => region.startsWith(prefix))?.[1] ?? 'aws';
