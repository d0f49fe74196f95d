/** One name for a module in whichever way its source is written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localPath, moduleAddress } from '../../src/terraform/module-source.js';

const ADDONS = 'aws-ia/eks-blueprints-addons/aws';

describe('the module that a source names', () => {
  const cases: readonly (readonly [string, ReturnType<typeof moduleAddress>])[] = [
    [ADDONS, { name: ADDONS, from: 'registry' }],
    [`registry.terraform.io/${ADDONS}`, { name: ADDONS, from: 'registry' }],
    [`app.example.com:8443/${ADDONS}`, { name: ADDONS, from: 'registry' }],
    [
      'terraform-aws-modules/eks/aws//modules/karpenter',
      { name: 'terraform-aws-modules/eks/aws', submodule: 'modules/karpenter', from: 'registry' },
    ],
    [
      'git::https://github.com/aws-ia/terraform-aws-eks-blueprints-addons.git?ref=v1.19.0',
      { name: ADDONS, ref: 'v1.19.0', from: 'git' },
    ],
    [
      'git::ssh://git@github.com/aws-ia/terraform-aws-eks-blueprints-addons.git?depth=1&ref=v1.19.0',
      { name: ADDONS, ref: 'v1.19.0', from: 'git' },
    ],
    [
      'git@github.com:aws-ia/terraform-aws-eks-blueprints-addons.git',
      { name: ADDONS, from: 'git' },
    ],
    ['github.com/aws-ia/terraform-aws-eks-blueprints-addons', { name: ADDONS, from: 'git' }],
    [
      'github.com/aws-ia/terraform-aws-eks-blueprints//modules/kubernetes-addons?ref=v4.32.1',
      {
        name: 'aws-ia/eks-blueprints/aws',
        submodule: 'modules/kubernetes-addons',
        ref: 'v4.32.1',
        from: 'git',
      },
    ],
    [
      'git::https://git.example.com/platform/network.git?ref=100%25',
      { name: 'platform/network', ref: '100%', from: 'git' },
    ],
    ['./modules/eks', undefined],
    ['../..', undefined],
    ['s3::https://s3.amazonaws.com/bucket/module.zip', undefined],
    ['', undefined],
  ];
  for (const [source, expected] of cases)
    it(source === '' ? 'is none where nothing is written' : source, () => {
      expect(moduleAddress(source)).toEqual(expected);
    });

  it('is told from a path', () => {
    expect(['.', '..', './a', '../a', '.hidden/a', 'a/b', '...'].filter(localPath)).toEqual([
      '.',
      '..',
      './a',
      '../a',
    ]);
  });

  it('is looked for in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = moduleAddress(text);
        expect(found === undefined || found.name.includes('/')).toBe(true);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});
