/** Plans to blocks: values as they are planned, references as they are written, and nothing that is made up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../../../src/terraform/plan/plan.js';
import { isUnknown } from '../../../src/value/value.js';
import { fixture, RAW, readFixture, shown } from './support.js';

const GROUP = 'module.groups["blue"].aws_autoscaling_group.this';
const QUEUE = 'module.queue.aws_sqs_queue.this';

describe('a value that is known after apply is what the configuration refers to', () => {
  const cases: readonly (readonly [string, string, string, readonly string[], string])[] = [
    [
      'an attribute of a resource',
      RAW.plan,
      'aws_sqs_queue_policy.nth',
      ['queue_url'],
      'apply aws_sqs_queue.nth.url',
    ],
    [
      'a document that is read after apply',
      RAW.plan,
      'aws_sqs_queue_policy.nth',
      ['policy'],
      'apply data.aws_iam_policy_document.queue.json',
    ],
    [
      'a part of a block',
      RAW.plan,
      'aws_autoscaling_group.workers',
      ['launch_template', '0', 'id'],
      'apply aws_launch_template.workers.id',
    ],
    [
      'an element of a list in a block that is repeated',
      RAW.plan,
      'data.aws_iam_policy_document.nth',
      ['statement', '1', 'resources', '0'],
      'apply aws_sqs_queue.nth.arn',
    ],
    [
      'a setting among several, though their set is planned in another order',
      RAW.plan,
      'helm_release.nth',
      ['set', '1', 'value'],
      'apply aws_iam_role.nth.arn',
    ],
    [
      'the instance of the same key',
      'modules/plan.json',
      'module.handler.aws_cloudwatch_event_target.this["spot"]',
      ['rule'],
      'apply module.handler.aws_cloudwatch_event_rule.this["spot"].name',
    ],
    [
      'an argument of the call and an output of another module',
      'modules/plan.json',
      'module.handler.aws_cloudwatch_event_target.this["spot"]',
      ['arn'],
      `apply ${QUEUE}.arn`,
    ],
    [
      'an output of what is repeated over, by key',
      'modules/plan.json',
      'aws_autoscaling_lifecycle_hook.nth["blue"]',
      ['autoscaling_group_name'],
      `apply ${GROUP}.name`,
    ],
    [
      'what a dynamic block takes out of an argument',
      'modules/plan.json',
      'module.handler.helm_release.this',
      ['set', '2', 'value'],
      `apply ${QUEUE}.url`,
    ],
    [
      'the only queue of the module, in a dynamic statement on queues',
      'modules/plan.json',
      'module.queue.data.aws_iam_policy_document.this',
      ['statement', '0', 'resources', '0'],
      `apply ${QUEUE}.arn`,
    ],
    [
      'a template deep in blocks',
      'modules/plan.json',
      GROUP,
      [
        'mixed_instances_policy',
        '0',
        'launch_template',
        '0',
        'launch_template_specification',
        '0',
        'launch_template_id',
      ],
      'apply module.groups["blue"].aws_launch_template.this.id',
    ],
  ];
  for (const [name, file, address, path, expected] of cases)
    it(name, () => {
      expect(shown(readFixture(file), address, ...path)).toBe(expected);
    });
});

describe('values', () => {
  it('are left out where the provider makes them up', () => {
    const plan = readFixture(RAW.plan);
    expect(shown(plan, 'aws_autoscaling_group.workers', 'mixed_instances_policy')).toBe('absent');
    expect(shown(plan, 'aws_sqs_queue.nth', 'arn')).toBe('absent');
    expect(shown(plan, 'module.handler.aws_cloudwatch_event_rule.this["spot"]', 'name')).toBe(
      'no such block',
    );
  });

  it('have no name where AWS makes one of a prefix', () => {
    const rule = 'module.handler.aws_cloudwatch_event_rule.this["spot"]';
    const plan = readFixture('modules/plan.json');
    expect(shown(plan, rule, 'name_prefix')).toBe('"nth-spot-"');
    expect(shown(plan, rule, 'name')).toBe('absent');
  });

  it('stay references once AWS has made them', () => {
    const plan = readFixture(RAW.applied);
    expect(shown(plan, 'aws_sqs_queue_policy.nth', 'queue_url')).toBe(
      'apply aws_sqs_queue.nth.url',
    );
    expect(shown(plan, 'aws_cloudwatch_event_target.nth["spot"]', 'arn')).toBe(
      'apply aws_sqs_queue.nth.arn',
    );
  });

  it('are references in a state too, where they are what AWS made for another resource', () => {
    const state = readFixture(RAW.state);
    const target = 'aws_cloudwatch_event_target.nth["spot"]';
    expect(shown(state, target, 'arn')).toBe('apply aws_sqs_queue.nth.arn');
    expect(shown(state, target, 'rule')).toBe('"shop-nth-spot"');
  });

  it('that are sensitive are secrets, wherever they are handed on', () => {
    const { blocks } = readFixture('modules/plan.json');
    const secrets = blocks
      .flatMap(({ body }) => [...textsIn(body)])
      .filter(({ text }) => text.includes('not-to-be-shown'));
    expect(secrets.length).toBeGreaterThan(2);
    expect(secrets.filter(({ secret }) => !secret)).toEqual([]);
  });
});

function* textsIn(value: import('../../../src/value/value.js').Value): Generator<{
  text: string;
  secret: boolean;
}> {
  if (isUnknown(value)) return;
  const data = value.value;
  if (typeof data === 'string') yield { text: data, secret: value.secret === true };
  else if (Array.isArray(data)) for (const item of data) yield* textsIn(item);
  else if (data instanceof Map) for (const item of data.values()) yield* textsIn(item);
}

describe('providers', () => {
  it('are those of the configuration, with the names that resources use', () => {
    const plan = readFixture('modules/plan.json');
    expect(shown(plan, 'provider.aws', 'region')).toBe('"us-east-1"');
    expect(shown(plan, 'provider.aws.frankfurt', 'region')).toBe('"eu-central-1"');
    expect(shown(plan, 'provider.helm', 'kubernetes', '0', 'host')).toBe('"https://shop.eks"');
    expect(shown(plan, QUEUE, 'provider')).toBe('"aws.frankfurt"');
    expect(shown(plan, 'module.queue', 'providers', 'aws.frankfurt')).toBe('"aws.frankfurt"');
  });

  it('tell the versions that are required of them', () => {
    const requirement = readFixture(RAW.plan).blocks.find(({ type }) => type === 'terraform');
    expect(JSON.stringify(requirement?.body, (_, v) => (v instanceof Map ? [...v] : v))).toContain(
      '~> 2.12',
    );
  });
});

describe('calls', () => {
  it('are one block for each instance, with their arguments as far as they are handed on as they are', () => {
    const plan = readFixture('modules/plan.json');
    expect(shown(plan, 'module.groups["green"]', 'source')).toBe('"./group"');
    expect(shown(plan, 'module.groups["green"]', 'cluster')).toBe('"shop"');
    // Made of a key: no plan tells of what.
    expect(shown(plan, 'module.groups["green"]', 'name')).toBe(
      'unread module.groups["green"].name',
    );
    expect(shown(plan, 'module.handler', 'queue_arn')).toBe(`apply ${QUEUE}.arn`);
  });
});

describe('what cannot be read is said', () => {
  const plan = JSON.parse(fixture(RAW.plan)) as Record<string, unknown>;
  const cases: readonly (readonly [string, string, string, string])[] = [
    ['text that is no JSON', '{ "planned_values": ', 'error', 'the JSON cannot be read'],
    ['JSON of something else', '{ "resource_changes": [] }', 'error', 'neither a plan nor a state'],
    [
      'a format of the future',
      JSON.stringify({ ...plan, format_version: '2.0' }),
      'error',
      'format 2.0',
    ],
    [
      'a plan that stopped',
      JSON.stringify({ ...plan, errored: true }),
      'error',
      'ended with an error',
    ],
    ['a plan of a part', JSON.stringify({ ...plan, complete: false }), 'warning', 'not complete'],
  ];
  for (const [name, text, severity, message] of cases)
    it(name, () => {
      const { findings } = readPlan('plan.json', text);
      expect(findings.map((finding) => finding.severity)).toEqual([severity]);
      expect(findings[0]?.message).toContain(message);
    });

  it('a plan that is whole has no findings', () => {
    expect(readFixture(RAW.plan).findings).toEqual([]);
    expect(readFixture('modules/plan.json').findings).toEqual([]);
  });
});

describe('robustness', () => {
  const texts = [fixture(RAW.plan), fixture('modules/plan.json')];

  it('reads any bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        readPlan('plan.json', text);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('reads plans in which any part is something else', () => {
    const strange = fc.constantFrom<unknown>(
      null,
      true,
      0,
      '',
      'x',
      [],
      {},
      [null],
      [[]],
      [true],
      {
        constant_value: {},
      },
      { references: ['module.a.b', 'each.value', 'var.', 'data.x', ''] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), strange, (text, at, part) => {
        const document = JSON.parse(text) as unknown;
        const places = placesIn(document);
        places[at % places.length]?.(part);
        readPlan('plan.json', JSON.stringify(document));
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it('ends on references that go in circles', () => {
    const text = JSON.stringify({
      format_version: '1.2',
      planned_values: {
        root_module: {
          resources: [
            {
              address: 'aws_sqs_queue_policy.a',
              mode: 'managed',
              type: 'aws_sqs_queue_policy',
              name: 'a',
              values: {},
            },
          ],
          child_modules: [
            {
              address: 'module.a',
              resources: [
                {
                  address: 'module.a.aws_sqs_queue.q',
                  mode: 'managed',
                  type: 'aws_sqs_queue',
                  name: 'q',
                  values: {},
                },
              ],
            },
          ],
        },
      },
      resource_changes: [
        { address: 'aws_sqs_queue_policy.a', change: { after_unknown: { queue_url: true } } },
      ],
      configuration: {
        root_module: {
          resources: [
            {
              address: 'aws_sqs_queue_policy.a',
              for_each_expression: { references: ['each.value'] },
              expressions: { queue_url: { references: ['module.a.url', 'each.value'] } },
            },
          ],
          module_calls: {
            a: {
              source: './a',
              expressions: { x: { references: ['module.a.url', 'module.a'] } },
              module: {
                outputs: { url: { expression: { references: ['var.x', 'var.x'] } } },
                variables: { x: {} },
              },
            },
          },
        },
      },
    });
    expect(shown(readPlan('plan.json', text), 'aws_sqs_queue_policy.a', 'queue_url')).toBe(
      'unread aws_sqs_queue_policy.a.queue_url',
    );
  });
});

/** Every place of a document, as what puts something there. */
function placesIn(document: unknown): readonly ((part: unknown) => void)[] {
  if (document === null || typeof document !== 'object') return [];
  const holder = document as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [
    (part: unknown) => {
      holder[key] = part;
    },
    ...placesIn(holder[key]),
  ]);
}
