/** The few AWS calls that tests make themselves. moto reads service and region from the signature's scope and checks no signature. */

export interface AwsEvent {
  readonly source: string;
  readonly 'detail-type': string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly resources: readonly string[];
}

export interface AwsClient {
  /** Makes an empty group and gives its ARN. */
  readonly createGroup: (region: string, name: string) => Promise<string>;
  readonly createIdentityProvider: (url: string) => Promise<string>;
  readonly putEvent: (region: string, event: AwsEvent) => Promise<void>;
  /** URLs of the region's queues. */
  readonly queues: (region: string) => Promise<readonly string[]>;
  /** Takes every message out of a queue. */
  readonly drain: (region: string, queue: string) => Promise<readonly AwsEvent[]>;
}

interface Operation {
  readonly region: string;
  readonly service: string;
  readonly type: string;
  readonly body: string;
  readonly target?: string;
}

export function awsClient(endpoint: string): AwsClient {
  const call = async ({ region, service, type, body, target }: Operation): Promise<string> => {
    const scope = `test/20250101/${region}/${service}/aws4_request`;
    const response = await fetch(endpoint, {
      method: 'POST',
      body,
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`,
        'content-type': type,
        ...(target === undefined ? {} : { 'x-amz-target': target }),
      },
    });
    const text = await response.text();
    if (response.ok) return text;
    throw new Error(`${service} answered ${response.status} to ${body}: ${text}`);
  };
  const query = (region: string, service: string, parameters: Record<string, string>) =>
    call({
      region,
      service,
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams(parameters).toString(),
    });
  const json = async (region: string, service: string, target: string, body: unknown) =>
    JSON.parse(
      await call({
        region,
        service,
        type: 'application/x-amz-json-1.0',
        body: JSON.stringify(body),
        target,
      }),
    ) as Record<string, unknown>;
  const receive = async (region: string, QueueUrl: string): Promise<readonly Message[]> => {
    const wanted = { QueueUrl, MaxNumberOfMessages: 10 };
    const { Messages } = await json(region, 'sqs', 'AmazonSQS.ReceiveMessage', wanted);
    return (Messages ?? []) as readonly Message[];
  };
  return {
    createGroup: async (region, name) => {
      const autoscaling = (Action: string, parameters: Record<string, string>) =>
        query(region, 'autoscaling', { Action, Version: '2011-01-01', ...parameters });
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
      });
      const described = await autoscaling('DescribeAutoScalingGroups', {
        'AutoScalingGroupNames.member.1': name,
      });
      return element(described, 'AutoScalingGroupARN');
    },
    createIdentityProvider: async (url) =>
      element(
        await query('us-east-1', 'iam', {
          Action: 'CreateOpenIDConnectProvider',
          Version: '2010-05-08',
          Url: url,
          'ThumbprintList.member.1': 'a'.repeat(40),
        }),
        'OpenIDConnectProviderArn',
      ),
    putEvent: async (region, event) => {
      const { FailedEntryCount } = await json(region, 'events', 'AWSEvents.PutEvents', {
        Entries: [
          {
            Source: event.source,
            DetailType: event['detail-type'],
            Detail: JSON.stringify(event.detail),
            Resources: event.resources,
          },
        ],
      });
      if (FailedEntryCount !== 0) throw new Error(`the bus refused a ${event['detail-type']}`);
    },
    queues: async (region) => {
      const { QueueUrls } = await json(region, 'sqs', 'AmazonSQS.ListQueues', {});
      return (QueueUrls ?? []) as readonly string[];
    },
    drain: async (region, queue) => {
      const events: AwsEvent[] = [];
      for (;;) {
        const messages = await receive(region, queue);
        if (messages.length === 0) return events;
        for (const { Body, ReceiptHandle } of messages) {
          events.push(JSON.parse(Body) as AwsEvent);
          const done = { QueueUrl: queue, ReceiptHandle };
          await json(region, 'sqs', 'AmazonSQS.DeleteMessage', done).catch(() => undefined);
        }
      }
    },
  };
}

interface Message {
  readonly Body: string;
  readonly ReceiptHandle: string;
}

function element(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]+)<`).exec(xml)?.[1];
  if (text === undefined) throw new Error(`no ${name} in ${xml}`);
  return text;
}
