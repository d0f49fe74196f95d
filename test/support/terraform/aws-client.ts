/** The few AWS calls that tests make themselves: what stands before a stack, and events through it. */
import { element, json, query, type Scope } from './aws-call.js';

export interface AwsEvent {
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly resources: readonly string[];
}

interface Message {
  readonly Body: string;
  readonly ReceiptHandle: string;
}

export class AwsClient {
  private readonly made = new Map<string, Promise<string>>();

  constructor(private readonly endpoint: string) {}

  /** The ARN of an empty Auto Scaling group, which is made when it is first asked for, with a tag that it propagates. */
  group(region: string, name: string, tag?: string): Promise<string> {
    return this.once(`${region} ${name}`, () => this.createGroup(region, name, tag));
  }

  /** The ARN of the identity provider of an issuer, made likewise. */
  identityProvider(url: string): Promise<string> {
    return this.once(url, async () => {
      const created = await query(this.scope('us-east-1', 'iam'), {
        Action: 'CreateOpenIDConnectProvider',
        Version: '2010-05-08',
        Url: url,
        'ThumbprintList.member.1': 'a'.repeat(40),
      });
      return element(created, 'OpenIDConnectProviderArn');
    });
  }

  async putEvent(region: string, event: AwsEvent): Promise<void> {
    const entry = {
      Source: event.source,
      DetailType: event['detail-type'],
      Detail: JSON.stringify(event.detail),
      Resources: event.resources,
    };
    const scope = this.scope(region, 'events');
    const { FailedEntryCount } = await json(scope, 'AWSEvents.PutEvents', { Entries: [entry] });
    if (FailedEntryCount !== 0) throw new Error(`the bus refused a ${entry.DetailType}`);
  }

  /** URLs of the region's queues. */
  async queues(region: string): Promise<readonly string[]> {
    const { QueueUrls } = await json(this.scope(region, 'sqs'), 'AmazonSQS.ListQueues', {});
    return (QueueUrls ?? []) as readonly string[];
  }

  /** Takes every message out of a queue. */
  async drain(region: string, queue: string): Promise<readonly AwsEvent[]> {
    const sqs = this.scope(region, 'sqs');
    const events: AwsEvent[] = [];
    for (;;) {
      const asked = { QueueUrl: queue, MaxNumberOfMessages: 10 };
      const { Messages = [] } = await json(sqs, 'AmazonSQS.ReceiveMessage', asked);
      const messages = Messages as readonly Message[];
      if (messages.length === 0) return events;
      for (const { Body, ReceiptHandle } of messages) {
        events.push(JSON.parse(Body) as AwsEvent);
        await json(sqs, 'AmazonSQS.DeleteMessage', { QueueUrl: queue, ReceiptHandle });
      }
    }
  }

  private async createGroup(region: string, name: string, tag?: string): Promise<string> {
    const autoscaling = (Action: string, form: Readonly<Record<string, string>>) =>
      query(this.scope(region, 'autoscaling'), { Action, Version: '2011-01-01', ...form });
    await autoscaling('CreateLaunchConfiguration', {
      LaunchConfigurationName: name,
      ImageId: 'ami-12c6146b',
      InstanceType: 'm5.large',
    });
    await autoscaling('CreateAutoScalingGroup', {
      AutoScalingGroupName: name,
      LaunchConfigurationName: name,
      MinSize: '0',
      MaxSize: '0',
      'AvailabilityZones.member.1': `${region}a`,
      ...(tag === undefined
        ? {}
        : {
            'Tags.member.1.Key': tag,
            'Tags.member.1.Value': 'true',
            'Tags.member.1.PropagateAtLaunch': 'true',
            'Tags.member.1.ResourceId': name,
            'Tags.member.1.ResourceType': 'auto-scaling-group',
          }),
    });
    const described = await autoscaling('DescribeAutoScalingGroups', {
      'AutoScalingGroupNames.member.1': name,
    });
    return element(described, 'AutoScalingGroupARN');
  }

  private once(key: string, make: () => Promise<string>): Promise<string> {
    const arn = this.made.get(key) ?? make();
    this.made.set(key, arn);
    return arn;
  }

  private scope(region: string, service: string): Scope {
    return { endpoint: this.endpoint, region, service };
  }
}
