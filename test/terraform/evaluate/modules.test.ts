/** Modules in modules: arguments, outputs, instances, summaries, and calls out of sight. */
import { beforeAll, describe, expect, it } from 'vitest';
import { originAt, span } from '../../../src/source/span.js';
import type { ModuleCall, ResolvedModule } from '../../../src/terraform/evaluate/evaluate.js';
import type { HclParser } from '../../../src/terraform/hcl/parser.js';
import { entry } from '../../../src/value/read.js';
import { fromData } from '../../../src/value/value.js';
import { blockAt, data, evaluateText, loadParser } from '../support.js';

let parser: HclParser;
beforeAll(async () => {
  parser = await loadParser();
});

const QUEUE = `
variable "name" {}
variable "tags" { default = {} }
resource "aws_sqs_queue" "this" {
  count = var.name == null ? 0 : 1
  name  = "\${var.name}-queue"
  tags  = var.tags
}
output "arn" { value = aws_sqs_queue.this[0].arn }
output "name" { value = aws_sqs_queue.this[0].name }
output "where" { value = path.module }
`;

const resolver =
  (sources: Readonly<Record<string, string>>, calls: ModuleCall[] = []) =>
  (call: ModuleCall): ResolvedModule | undefined => {
    calls.push(call);
    const text = sources[call.source ?? ''];
    const directory = `modules/${call.source?.slice(2)}`;
    return text === undefined
      ? undefined
      : { module: parser.parse('m.tf', text).module, directory };
  };

const run = (text: string, sources: Readonly<Record<string, string>> = { './queue': QUEUE }) =>
  evaluateText(parser, text, { modules: resolver(sources) });

describe('a module that can be read', () => {
  it('takes arguments, and its blocks have full addresses and instances', () => {
    const { blocks, outputs } = run(
      'module "q" {\nsource = "./queue"\nname = "nth"\n}\noutput "x" { value = [module.q.arn, module.q.name, module.q.where] }',
    );
    const queue = blockAt(blocks, 'module.q.aws_sqs_queue.this[0]');
    expect(data(queue.body)).toEqual({ count: 1, name: 'nth-queue', tags: {} });
    expect(queue.from).toMatchObject({
      instance: 'module.q',
      via: { at: { file: 'main.tf', start: 0 } },
    });
    expect(data(outputs.get('x'))).toEqual([
      '<module.q.aws_sqs_queue.this[0].arn>',
      'nth-queue',
      'modules/queue',
    ]);
  });

  it('has a block of its own, with the arguments', () => {
    const { blocks } = run('module "q" {\nsource = "./queue"\nname = "nth"\n}');
    expect(data(blockAt(blocks, 'module.q').body)).toEqual({ source: './queue', name: 'nth' });
  });

  it('exists as often as it is called', () => {
    const { blocks, outputs } = run(
      'module "q" {\nsource = "./queue"\nfor_each = toset(["a", "b"])\nname = each.key\n}\noutput "x" { value = [for k, m in module.q : m.name] }\noutput "y" { value = module.q["a"].arn }',
    );
    expect(blocks.map(({ address }) => address)).toContain('module.q["b"].aws_sqs_queue.this[0]');
    expect(data(outputs.get('x'))).toEqual(['a-queue', 'b-queue']);
    expect(data(outputs.get('y'))).toBe('<module.q["a"].aws_sqs_queue.this[0].arn>');
  });

  it('exists if it is called, and so does what is in it', () => {
    const { blocks } = run(
      'module "q" {\nsource = "./queue"\ncount = var.on ? 1 : 0\nname = "a"\n}',
    );
    expect(blockAt(blocks, 'module.q[0].aws_sqs_queue.this[0]').exists).toMatchObject({
      term: 'var.on',
    });
  });

  it('is evaluated output by output, so that two modules may feed each other', () => {
    const pair =
      'variable "in" {}\noutput "out" { value = var.in }\noutput "fixed" { value = "f" }';
    const { outputs } = run(
      'module "a" {\nsource = "./pair"\nin = module.b.fixed\n}\nmodule "b" {\nsource = "./pair"\nin = module.a.out\n}\noutput "x" { value = module.b.out }',
      { './pair': pair },
    );
    expect(data(outputs.get('x'))).toBe('f');
  });

  it('lacks an output that it does not declare', () => {
    const { outputs } = run(
      'module "q" {\nsource = "./queue"\nname = "a"\n}\noutput "x" { value = try(module.q.nope, "none") }',
    );
    expect(data(outputs.get('x'))).toBe('none');
  });

  it('names a variable without a value by its own address', () => {
    const { outputs } = run('module "q" {\nsource = "./m"\n}\noutput "x" { value = module.q.x }', {
      './m': 'variable "v" {}\noutput "x" { value = var.v }',
    });
    expect(data(outputs.get('x'))).toBe('<module.q.var.v>');
  });

  it('that calls itself is read once', () => {
    const { blocks } = run('module "a" {\nsource = "./a"\n}', {
      './a': 'module "a" {\nsource = "./a"\n}',
    });
    expect(blocks.length).toBeLessThan(40);
  });
});

describe('a module out of sight', () => {
  it('is one block, and its outputs are unknown by name', () => {
    const { blocks, outputs } = run(
      'module "eks" {\nsource = "terraform-aws-modules/eks/aws"\nfor_each = toset(["a"])\n}\noutput "x" { value = module.eks["a"].cluster_name }\noutput "y" { value = values(module.eks)[*].cluster_name }',
      {},
    );
    expect(blocks.map(({ address }) => address)).toContain('module.eks["a"]');
    expect(outputs.get('x')).toMatchObject({
      unknown: 'unread',
      term: 'module.eks["a"].cluster_name',
    });
    expect(data(outputs.get('y'))).toEqual(['<module.eks["a"].cluster_name>']);
  });

  it('is asked for with its source, version, address and directory', () => {
    const calls: ModuleCall[] = [];
    const outer =
      'module "eks" {\nsource = "terraform-aws-modules/eks/aws"\nversion = "~> 20.8"\n}';
    evaluateText(parser, 'module "outer" {\nsource = "./outer"\n}', {
      modules: resolver({ './outer': outer }, calls),
    });
    expect(calls).toMatchObject([
      { source: './outer', version: undefined, address: 'module.outer', directory: '.' },
      {
        source: 'terraform-aws-modules/eks/aws',
        version: { value: '~> 20.8' },
        address: 'module.outer.module.eks',
        directory: 'modules/outer',
      },
    ]);
  });
});

describe('a summary', () => {
  const from = originAt(span('facts', 0, 0));
  const summary = `
    variable "asg_arns" { default = [] }
    locals { chart = try(release.chart, "0.21.0") }
    resource "helm_release" "nth" {
      version = local.chart
    }
    resource "aws_autoscaling_lifecycle_hook" "nth" {
      for_each = { for k, v in var.asg_arns : k => v }
      group    = replace(each.value, "/^.*:autoScalingGroupName\\\\//", "")
    }
    output "known" { value = "k" }`;
  const evaluate = (text: string, constants: Record<string, unknown>) =>
    evaluateText(parser, text, {
      modules: ({ source }) =>
        source === 'addons'
          ? {
              module: parser.parse('summary.tf', summary).module,
              directory: 'addons',
              constants: new Map(
                Object.entries(constants).map(([name, value]) => [name, fromData(value, from)]),
              ),
            }
          : undefined,
    });

  it('stands for many releases by its constants', () => {
    const call = 'module "a" {\nsource = "addons"\n}';
    const version = (constants: Record<string, unknown>): unknown =>
      data(
        entry(
          blockAt(evaluate(call, constants).blocks, 'module.a.helm_release.nth').body,
          'version',
        ),
      );
    expect([version({ chart: '0.27.1' }), version({})]).toEqual(['0.27.1', '0.21.0']);
  });

  it('adds to the configuration what it makes, and nothing that it declares', () => {
    const { blocks } = evaluate('module "a" {\nsource = "addons"\n}', {});
    expect(blocks.map(({ address }) => address)).toEqual(['module.a', 'module.a.helm_release.nth']);
  });

  it('leaves outputs that it lacks unknown', () => {
    const { outputs } = evaluate(
      'module "a" {\nsource = "addons"\n}\noutput "x" { value = [module.a.known, module.a.other] }',
      {},
    );
    expect(data(outputs.get('x'))).toEqual(['k', '<module.a.other>']);
  });

  it('repeats over a list of unknown elements and known size', () => {
    const { blocks } = evaluate(
      'module "a" {\nsource = "addons"\nasg_arns = [for g in { x = 1, y = 2 } : aws_autoscaling_group.g[g].arn]\n}',
      {},
    );
    expect(
      data(
        entry(blockAt(blocks, 'module.a.aws_autoscaling_lifecycle_hook.nth["1"]').body, 'group'),
      ),
    ).toBe('<replace(aws_autoscaling_group.g[2].arn, "/^.*:autoScalingGroupName\\\\//", "")>');
  });

  it('repeats symbolically where Terraform does not know the size, and says why', () => {
    const { blocks } = evaluate(
      'module "a" {\nsource = "addons"\nasg_arns = module.eks.asg_arns\n}\nmodule "eks" { source = "x" }',
      {},
    );
    const hook = blocks.find(({ labels }) => labels[0] === 'aws_autoscaling_lifecycle_hook');
    expect(hook?.exists).toMatchObject({ unknown: 'unread' });
  });
});
