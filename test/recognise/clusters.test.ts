/** Which clusters there are, and what belongs to which. */
import { describe, expect, it } from 'vitest';
import { proveFiles } from '../support/roots.js';
import { edited, RAW } from './support.js';

const cluster = (name: string, more = ''): string => `
resource "aws_eks_cluster" "${name}" {
  name = "${name}"
${more}}
`;
const group = (name: string, of: string, more = ''): string => `
resource "aws_eks_node_group" "${name}" {
  cluster_name    = ${of}
  node_group_name = "${name}"
${more}}
`;

/** Names of clusters with the names of their pools. */
async function clusters(main: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const found = (await proveFiles({ 'main.tf': main })).clusters;
  return Object.fromEntries(found.map(({ cluster: name, pools }) => [name, Object.keys(pools)]));
}

describe('clusters', () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, readonly string[]>>])[] =
    [
      [
        'are told apart by name, and their groups by reference, id or text',
        cluster('a') +
          cluster('b') +
          group('x', 'aws_eks_cluster.a.name') +
          group('y', 'aws_eks_cluster.b.id') +
          group('z', '"b"'),
        { a: ['x'], b: ['y', 'z'] },
      ],
      [
        'are one where they are mentioned in several ways',
        `${cluster('a')}data "aws_eks_cluster" "a" {\n  name = "a"\n}\n${group('x', 'data.aws_eks_cluster.a.id')}`,
        { a: ['x'] },
      ],
      [
        'are as many as what they are repeated over',
        `resource "aws_eks_cluster" "c" {\n  for_each = toset(["a", "b"])\n  name = "shop-\${each.key}"\n}\n` +
          `resource "aws_eks_node_group" "g" {\n  for_each = aws_eks_cluster.c\n  cluster_name = each.value.name\n  node_group_name = "of-\${each.key}"\n}\n`,
        { 'shop-a': ['of-a'], 'shop-b': ['of-b'] },
      ],
      [
        'may be named by nothing but a variable',
        `variable "cluster" {}\n${group('x', 'var.cluster')}`,
        { 'var.cluster': ['x'] },
      ],
    ];
  for (const [name, main, expected] of cases)
    it(name, async () => {
      expect(await clusters(main)).toEqual(expected);
    });

  it('of one name are two in two regions', async () => {
    const main =
      'provider "aws" {\n  region = "eu-west-1"\n}\n' +
      'provider "aws" {\n  alias  = "us"\n  region = "us-east-1"\n}\n' +
      cluster('a') +
      cluster('a', '  provider = aws.us\n').replace(
        '"aws_eks_cluster" "a"',
        '"aws_eks_cluster" "us"',
      ) +
      group('x', 'aws_eks_cluster.us.name', '  provider = aws.us\n') +
      group('y', 'aws_eks_cluster.a.name');
    const { clusters: found } = await proveFiles({ 'main.tf': main });
    expect(found.map(({ pools }) => Object.keys(pools)).sort()).toEqual([['x'], ['y']]);
  });
});

describe('a cluster that nothing makes', () => {
  it('is named by the tags of its groups, and stands where they do', async () => {
    const { clusters: found } = await proveFiles({ 'main.tf': RAW });
    expect(found.map(({ cluster: name, verdict }) => [name, verdict])).toEqual([
      ['shop', 'proved'],
    ]);
  });

  it('is in the region of its groups, not of the default provider', async () => {
    const frankfurt = edited(
      RAW.replace(/^resource "aws_.*\{\n/gm, '$&  provider = aws.frankfurt\n'),
      [/region += "eu-central-1"/, 'region = "us-east-1"'],
      [/$/, 'provider "aws" {\n  alias  = "frankfurt"\n  region = "eu-central-1"\n}\n'],
    );
    const { clusters: found } = await proveFiles({ 'main.tf': frankfurt });
    expect(found.map(({ verdict }) => verdict)).toEqual(['proved']);
  });

  it('has the name by which it is reached where nothing else names it', async () => {
    const main = edited(
      RAW,
      [/ {2}tag \{\n {4}key += {1,2}"kubernetes[\s\S]*?\n {2}\}\n/, ''],
      [
        'host = "https://shop.eks"',
        'host = "https://x"\n    exec {\n      api_version = "v1"\n      command = "aws"\n      args = ["eks", "get-token", "--cluster-name", "reached"]\n    }',
      ],
    );
    const { clusters: found } = await proveFiles({ 'main.tf': main });
    expect(found.map(({ cluster: name }) => name)).toEqual(['reached']);
  });

  it('has no name where nothing names it', async () => {
    const main = edited(RAW, [/ {2}tag \{\n {4}key += {1,2}"kubernetes[\s\S]*?\n {2}\}\n/, '']);
    const { clusters: found } = await proveFiles({ 'main.tf': main });
    expect(found.map(({ cluster: name, verdict }) => [name, verdict])).toEqual([['', 'proved']]);
  });
});
