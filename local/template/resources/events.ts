import { z } from 'zod';
import type { Provisioner } from '../interpreter.ts';
import { createArn } from '../../credentials.ts';
import type { ProvisioningContext } from './context.ts';

const queueProperties = z.object({
  FifoQueue: z.literal(false).optional(),
  VisibilityTimeout: z.number().default(30),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
});

const mappingProperties = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  // The emulator does not support larger batches.
  BatchSize: z.literal(1),
  FunctionResponseTypes: z.tuple([z.literal('ReportBatchItemFailures')]),
  ScalingConfig: z.object({ MaximumConcurrency: z.number() }),
});

/**
 * The permissions of an event source mapping (AWS Lambda developer guide, "Creating and configuring an Amazon SQS event source mapping").
 */
const SOURCE_ACTIONS = ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'];

/** Provisions `AWS::SQS::Queue` (a standard queue), and `AWS::Lambda::EventSourceMapping` with a queue as its source. */
export function createSqsProvisioners(context: ProvisioningContext): Record<string, Provisioner> {
  const { iam, sqs, functions, eventSources, stackName, region } = context;
  return {
    'AWS::SQS::Queue': (logicalId, properties) => {
      const { VisibilityTimeout, RedrivePolicy } = queueProperties.parse(properties);
      const name = `${stackName}-${logicalId}`;
      const url = sqs.createQueue(name, {
        visibilityTimeoutSeconds: VisibilityTimeout,
        deadLetters: RedrivePolicy && {
          queueName: RedrivePolicy.deadLetterTargetArn.split(':').at(-1) ?? '',
          maxReceiveCount: RedrivePolicy.maxReceiveCount,
        },
      });
      return {
        ref: url,
        attributes: { Arn: createArn('sqs', region, name), QueueName: name, QueueUrl: url },
      };
    },
    'AWS::Lambda::EventSourceMapping': (logicalId, properties) => {
      const mapping = mappingProperties.parse(properties);
      const functionArn = functions.findArn(mapping.FunctionName);
      if (functionArn === undefined) throw new Error(`there is no function ${mapping.FunctionName}`);
      // Lambda reads the queue with the role of the function.
      iam.authorize(
        iam.findSession(functionArn.split(':').at(-1) ?? ''),
        SOURCE_ACTIONS.map((action) => ({ action: `sqs:${action}`, resource: mapping.EventSourceArn })),
      );
      eventSources.add(
        {
          queueArn: mapping.EventSourceArn,
          functionArn,
          maxConcurrency: mapping.ScalingConfig.MaximumConcurrency,
        },
        sqs,
      );
      return { ref: logicalId };
    },
  };
}

const ruleProperties = z.object({
  ScheduleExpression: z.string(),
  State: z.enum(['ENABLED', 'DISABLED']).default('ENABLED'),
  Targets: z.array(z.object({ Arn: z.string() })).default([]),
});

/** Provisions `AWS::Events::Rule` with a schedule. */
export function createEventProvisioners({
  schedules,
  region,
}: ProvisioningContext): Record<string, Provisioner> {
  return {
    'AWS::Events::Rule': (logicalId, properties) => {
      const { ScheduleExpression, State, Targets } = ruleProperties.parse(properties);
      if (State === 'ENABLED') {
        schedules.add(
          ScheduleExpression,
          Targets.map((target) => target.Arn),
        );
      }
      return { ref: logicalId, attributes: { Arn: createArn('events', region, `rule/${logicalId}`) } };
    },
  };
}
