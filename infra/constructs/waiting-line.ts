import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { LIMITS } from '#contract/limits.ts';
import { SHORTEST_DELAY_SECONDS } from '#contract/waiting-line.ts';
import { computeLineConcurrency } from '../stages/model-pool.ts';
import type { StageSettings } from '../stages/settings.ts';

/** Deliveries of a message that another worker processes, and deliveries after its longest wait. */
const OTHER_DELIVERIES = 50;

interface WaitingLineProps {
  settings: Pick<StageSettings, 'longestWaitSeconds' | 'models' | 'services'>;
}

/** The queue of the generations that wait for a model. */
export class WaitingLine extends Construct {
  readonly queue: sqs.Queue;
  readonly deadLetters: sqs.Queue;
  readonly #maxConcurrency: number;

  constructor(scope: Construct, id: string, { settings }: WaitingLineProps) {
    super(scope, id);
    const { longestWaitSeconds, models, services } = settings;
    this.#maxConcurrency = computeLineConcurrency(models, services);
    const encrypted = { encryption: sqs.QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new sqs.Queue(this, 'DeadLetters', {
      ...encrypted,
      retentionPeriod: Duration.days(14),
    });
    this.queue = new sqs.Queue(this, 'Queue', {
      ...encrypted,
      // At least six times the function's timeout (AWS Lambda developer guide, "Using Lambda with Amazon SQS").
      visibilityTimeout: Duration.seconds(6 * LIMITS.generationSeconds),
      deadLetterQueue: {
        queue: this.deadLetters,
        maxReceiveCount: Math.ceil(longestWaitSeconds / SHORTEST_DELAY_SECONDS) + OTHER_DELIVERIES,
      },
    });
  }

  /** Lets a function process the messages, one at a time in each invocation. */
  connect(target: lambda.Function): void {
    new lambda.EventSourceMapping(this, 'Source', {
      target,
      eventSourceArn: this.queue.queueArn,
      batchSize: 1,
      maxConcurrency: this.#maxConcurrency,
      reportBatchItemFailures: true,
    });
  }
}
