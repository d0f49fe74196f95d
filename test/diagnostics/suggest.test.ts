/** A fix that needs no review writes a word that cannot but be meant. */
import { describe, expect, it } from 'vitest';
import { onlyNear } from '../../src/diagnostics/suggest.js';
import { addonsInputs, addonsReleases } from '../../src/facts/addons.js';

const inputs = addonsInputs(addonsReleases().at(-1) ?? '').map(({ name }) => name);

describe('the only word that can be meant', () => {
  it.each([
    ['enable_karpentr', 'enable_karpenter'],
    ['enable_karpneter', 'enable_karpenter'],
    ['enable_aws_node_terminaton_handler', 'enable_aws_node_termination_handler'],
    ['cluster_endpiont', 'cluster_endpoint'],
  ])('is %s for %s', (word, meant) => {
    expect(onlyNear(word, inputs)).toBe(meant);
  });

  it.each(['enable_vpc', 'enable_vpn', 'enable_fargat', 'enable_karpenter_x'])(
    'is none for %s, whose short words may be others',
    (word) => {
      expect(onlyNear(word, inputs)).toBeUndefined();
    },
  );

  it('is none where two are as near', () => {
    expect(onlyNear('argo_workflow', ['argo_workflows', 'argo_workflowz'])).toBeUndefined();
  });
});
