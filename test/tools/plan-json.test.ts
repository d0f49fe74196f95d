/** What Terraform plans of roots that people write has the table of their text, with the real modules. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Files, proveOne } from '../support/roots.js';
import { type MockAws, startMockAws } from '../support/terraform/mock-aws.js';
import { checkedOutModules } from '../support/terraform/modules.js';
import { announceSkip, findMockAws } from '../support/terraform/tools.js';
import { openWorkspace, type Workspace } from '../support/terraform/workspace.js';

const tools = findMockAws();

const HEAD = `
provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
}
provider "helm" {
  kubernetes {
    host = "https://shop.eks"
  }
}
terraform {
  required_providers {
    helm = { source = "hashicorp/helm", version = "~> 2.12" }
  }
}
`;

const addons = (version: string, more = ''): string => `
module "addons" {
  source                              = "aws-ia/eks-blueprints-addons/aws"
  version                             = "${version}"
  cluster_name                        = "shop"
  cluster_endpoint                    = "https://shop.eks"
  cluster_version                     = "1.29"
  oidc_provider_arn                   = "arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-central-1.amazonaws.com/id/ABC"
  enable_karpenter                    = true
  enable_aws_node_termination_handler = true
${more}}
`;

const GROUP = `
resource "aws_launch_template" "workers" {
  name_prefix   = "workers-"
  image_id      = "ami-12345678"
  instance_type = "m6i.large"
  user_data     = base64encode("#!/bin/bash\\n/etc/eks/bootstrap.sh shop\\n")
  instance_market_options {
    market_type = "spot"
  }
}
resource "aws_autoscaling_group" "workers" {
  name               = "shop-workers"
  max_size           = 3
  min_size           = 1
  availability_zones = ["eu-central-1a"]
  launch_template {
    id = aws_launch_template.workers.id
  }
  tag {
    key                 = "kubernetes.io/cluster/shop"
    value               = "owned"
    propagate_at_launch = true
  }
  tag {
    key                 = "aws-node-termination-handler/managed"
    value               = "true"
    propagate_at_launch = true
  }
}
`;

const ARNS = '  aws_node_termination_handler_asg_arns = [aws_autoscaling_group.workers.arn]\n';
const NAMES = '  aws_node_termination_handler_asg_names = [aws_autoscaling_group.workers.name]\n';

const TAGGED_CLASS = `
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: { name: default }
spec:
  amiFamily: AL2
  role: nodes
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: shop } }]
  tags: { aws-node-termination-handler/managed: "true" }
---
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: workers }
spec:
  template:
    spec:
      nodeClassRef: { name: default }
      requirements: [{ key: karpenter.sh/capacity-type, operator: In, values: [spot] }]
`;

interface Shape {
  readonly name: string;
  readonly main: string;
  readonly more?: Files;
  readonly spot: Readonly<Record<string, string>>;
}

const SHAPES: readonly Shape[] = [
  {
    name: 'both flags and nothing else',
    main: HEAD + addons('1.16.2'),
    spot: { 'NodePools elsewhere': 'karpenter drain' },
  },
  {
    name: 'both flags with a group of its own',
    main: HEAD + GROUP + addons('1.16.2', ARNS),
    spot: { 'NodePools elsewhere': 'karpenter drain', 'shop-workers': 'nth drain' },
  },
  {
    name: 'a node class with the tag of the other handler',
    main: HEAD + GROUP + addons('1.16.2', ARNS),
    more: { 'workers.yaml': TAGGED_CLASS },
    spot: { workers: 'conflict karpenter drain, nth drain', 'shop-workers': 'nth drain' },
  },
  {
    name: 'names of groups, which filter every rule at this release',
    main: HEAD + GROUP + addons('1.23.0', ARNS + NAMES),
    spot: { 'NodePools elsewhere': 'undetermined', 'shop-workers': 'gap error' },
  },
];

if ('missing' in tools) {
  announceSkip('plans as JSON against the text of their roots', tools.missing);
  it.skip(`a plan has the table of its text (SKIPPED: ${tools.missing})`, () => {});
} else {
  const { found } = tools;
  describe('a plan has the table of its text', () => {
    let aws: MockAws;
    let workspace: Workspace;
    beforeAll(async () => {
      aws = await startMockAws(found.moto);
      workspace = await openWorkspace({
        tools: found,
        helm: 2,
        modules: (store) => checkedOutModules(store, found.repository),
        env: aws.env,
      });
    });
    afterAll(() => {
      workspace?.close();
      aws?.stop();
    });

    it.each(SHAPES)('$name', async ({ name, main, more = {}, spot }) => {
      const text = await proveOne({ 'main.tf': main, ...more });
      const spots = Object.entries(text.pools).map(([pool, table]) => [
        pool,
        table['spot-interruption'],
      ]);
      expect(Object.fromEntries(spots)).toEqual(spot);
      const root = await workspace.root(name.replaceAll(' ', '-'), new Map([['main.tf', main]]));
      for (const args of [['init'], ['plan', '-out=plan.bin']]) {
        const { status, stdout, stderr } = await root.terraform(
          ...args,
          '-no-color',
          '-input=false',
        );
        expect(status, stdout + stderr).toBe(0);
      }
      const { stdout } = await root.terraform('show', '-json', 'plan.bin');
      const planned = await proveOne({ 'plan.json': stdout, ...more });
      expect(planned.pools).toEqual(text.pools);
      expect(planned.capacity).toEqual(text.capacity);
      expect(planned.verdict).toBe(text.verdict);
    });
  });
}
