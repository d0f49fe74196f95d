/** AWS partitions by region, and the DNS suffix of each. */

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

const SUFFIXES: Readonly<Record<string, string>> = {
  'aws-cn': 'amazonaws.com.cn',
  'aws-iso': 'c2s.ic.gov',
  'aws-iso-b': 'sc2s.sgov.gov',
  'aws-iso-e': 'cloud.adc-e.uk',
  'aws-iso-f': 'csp.hci.ic.gov',
  'aws-eusc': 'amazonaws.eu',
};

/** The DNS suffix of the services of a region's partition. */
export const dnsSuffixOf = (region: string): string =>
  SUFFIXES[partitionOf(region)] ?? 'amazonaws.com';
