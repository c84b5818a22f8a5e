import { Duration } from 'aws-cdk-lib';
import type * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { ComparisonOperator, Metric, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as s3 from 'aws-cdk-lib/aws-s3';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { DimensionsOf, MetricName } from '../../contract/metrics.ts';
import { REQUEST_METRICS } from '../constructs/images.ts';
import type { StageSettings } from '../stages/settings.ts';
import {
  appMetric,
  createErrorCount,
  createRefundRate,
  createServerErrorRate,
  createUnverifiedRate,
} from './metrics.ts';
import { createServerErrorCount } from './server-errors.ts';

export interface AlarmTableProps {
  settings: Pick<StageSettings, 'dailyModelSpendUsd' | 'longestWaitSeconds'>;
  apiStage: apigateway.IHttpStage;
  functions: Record<
    | 'refund-abandoned'
    | 'finish-closings'
    | 'delete-expired-references'
    | 'delete-orphaned-accounts'
    | 'delete-unconfirmed-users'
    | 'compose-code-email'
    | 'restrict-access-token'
    | 'audit-credits'
    | 'generate-waiting',
    lambda.IFunction
  >;
  /** The bucket of the images. */
  bucket: s3.Bucket;
  /** The queue of the messages of the waiting line that could not be processed. */
  deadLetters: sqs.IQueue;
}

/** In seconds. */
export const PENDING_LIMIT = 600;

/** In seconds. refund-abandoned ends a generation that has waited this much longer than it may. */
const WAIT_TOLERANCE = 120;

/** Six creators at their limit of a day in one quarter of an hour. */
const FILTERED_LIMIT = 30;

/**
 * What the bucket may do in an hour. The default models make 12,000 images and previews; the rest are uploads. 20 GB are 11,000
 * views of an original.
 */
export const BUCKET_LIMITS = { puts: 20_000, downloadedGb: 20 } as const;

/** A row of the alarm table. */
interface AlarmDefinition {
  metric: IMetric;
  threshold: number;
  /** What happened, and the reason for the threshold. */
  description: string;
  /** @default at or above the threshold */
  comparison?: ComparisonOperator;
  /** Number of consecutive periods beyond the threshold. @default 1 */
  periods?: number;
  /** @default missing data does not trigger the alarm */
  missingData?: TreatMissingData;
}

type Alarms = Record<string, AlarmDefinition>;

/**
 * Every alarm of a stage by its name. `docs/runbook.md` needs a section with the same name in words: "Refund rate" for
 * `RefundRate`.
 */
export function defineAlarms(scope: Construct, props: AlarmTableProps): Alarms {
  const table = { ...props, ...createMetrics(scope, props), scope };
  return {
    ...defineGenerationAlarms(table),
    ...defineBackgroundAlarms(table),
    ...definePaymentAlarms(table),
    ...definePlatformAlarms(table),
  };
}

const fiveMinutes = Duration.minutes(5);
const quarter = Duration.minutes(15);
const day = Duration.days(1);

function createMetrics(scope: Construct, { functions, bucket }: AlarmTableProps) {
  return {
    sum: <Name extends MetricName>(name: Name, period: Duration, by?: DimensionsOf<Name>) =>
      appMetric(scope, name, { statistic: 'Sum', period, ...(by !== undefined && { by }) }),
    maximum: (name: MetricName, period: Duration) => appMetric(scope, name, { statistic: 'Maximum', period }),
    /**
     * Invocations that threw, timed out or crashed. Not for the function of an endpoint: it answers an error with 5xx, which is
     * a successful invocation. `createServerErrorCount` counts those responses.
     */
    errors: (name: keyof AlarmTableProps['functions'], period: Duration) =>
      functions[name].metricErrors({ statistic: 'Sum', period }),
    countInBucket: (metricName: 'PutRequests' | 'BytesDownloaded') =>
      new Metric({
        namespace: 'AWS/S3',
        metricName,
        dimensionsMap: { BucketName: bucket.bucketName, FilterId: REQUEST_METRICS },
        statistic: 'Sum',
        period: Duration.hours(1),
      }),
  };
}

interface AlarmTable extends AlarmTableProps, ReturnType<typeof createMetrics> {
  scope: Construct;
}

function defineGenerationAlarms({
  scope,
  settings: { longestWaitSeconds },
  deadLetters,
  sum,
  maximum,
  errors,
}: AlarmTable): Alarms {
  return {
    RefundRate: {
      metric: createRefundRate(scope),
      threshold: 20,
      description:
        'Of ten or more generations in 15 minutes, at least 20 % failed and were refunded. Rejected prompts and reference images that cannot be used count as generations, but not as failures.',
    },
    ModelsUnavailable: {
      metric: sum('Generations', fiveMinutes, { outcome: 'model_unavailable' }),
      threshold: 5,
      periods: 2,
      description:
        'Five or more generations found no available model, in each of two periods of five minutes. Model quotas are per minute, so a short burst recovers earlier.',
    },
    FilteredPrompts: {
      metric: sum('Generations', quarter, { outcome: 'content_filtered' }),
      threshold: FILTERED_LIMIT,
      description: `The content filter rejected ${FILTERED_LIMIT} or more prompts in 15 minutes. They are free for the creator and use the quota of the models. Each creator is paused after filteredPerDay of them, so many accounts are involved, or the filter rejects ordinary prompts. Prompts that a model rejects as invalid are included.`,
    },
    InvalidReferences: {
      metric: sum('Generations', quarter, { outcome: 'reference_invalid' }),
      threshold: FILTERED_LIMIT,
      description: `${FILTERED_LIMIT} or more generations in 15 minutes had a reference image that cannot be used. Each creator is paused after filteredPerDay of them, so many accounts are involved, or a model no longer accepts the requests of the product.`,
    },
    ReferenceFailures: {
      metric: sum('ReferenceFailures', fiveMinutes),
      threshold: 20,
      periods: 3,
      description:
        'Twenty or more requests to YouTube failed in each of three periods of five minutes. A generation with a link makes five requests, and its credit is refunded if no image was loaded.',
    },
    PendingTooLong: {
      metric: maximum('OldestPending', fiveMinutes),
      threshold: PENDING_LIMIT,
      comparison: ComparisonOperator.GREATER_THAN_THRESHOLD,
      description:
        'A generation has been pending for more than ten minutes. refund-abandoned runs every five minutes and refunds what is older than two, so at least two runs failed to end it.',
    },
    OldestWaiting: {
      metric: maximum('OldestWaiting', fiveMinutes),
      threshold: longestWaitSeconds + WAIT_TOLERANCE,
      description: `A generation has been in line for two minutes longer than longestWaitSeconds (${longestWaitSeconds}). generate-waiting should have ended it. refund-abandoned refunds it in the same run.`,
    },
    DeadLetters: {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        statistic: 'Maximum',
        period: fiveMinutes,
      }),
      threshold: 1,
      description:
        'A message of the waiting line was delivered again and again without success. Its generation was refunded by refund-abandoned.',
    },
    WaitingErrors: {
      metric: errors('generate-waiting', quarter),
      threshold: 5,
      description:
        'generate-waiting, which continues the generations in line, failed five or more times in 15 minutes. Overloaded models are no failure. The messages are delivered again.',
    },
  };
}

function defineBackgroundAlarms({ scope, functions, errors }: AlarmTable): Alarms {
  return {
    SweepSilent: {
      metric: appMetric(scope, 'OldestPending', { statistic: 'SampleCount', period: quarter }),
      threshold: 1,
      comparison: ComparisonOperator.LESS_THAN_THRESHOLD,
      missingData: TreatMissingData.BREACHING,
      description:
        'refund-abandoned, which refunds interrupted generations, has not completed a run for 15 minutes. That is three runs.',
    },
    ScheduledFailures: {
      metric: createErrorCount(
        {
          refunds: functions['refund-abandoned'],
          deletions: functions['finish-closings'],
          references: functions['delete-expired-references'],
        },
        Duration.minutes(30),
      ),
      threshold: 6,
      description:
        'The functions that run every five minutes (refunds of interrupted generations, account deletions, deletions of reference images) failed six times in 30 minutes. Each run is tried three times, so at least two runs failed.',
    },
    UnconfirmedUsers: {
      metric: errors('delete-unconfirmed-users', day),
      threshold: 3,
      description:
        'The daily run that deletes unconfirmed users failed, also when it was repeated twice. Sign-ups with an address of somebody else block it until they are deleted.',
    },
    OrphanedAccounts: {
      metric: errors('delete-orphaned-accounts', day),
      threshold: 3,
      description:
        'The daily run that deletes accounts without a user failed, also when it was repeated twice. Either Cognito failed, or more than 20 accounts have no user, and nothing was deleted.',
    },
    CodeEmails: {
      metric: errors('compose-code-email', quarter),
      threshold: 3,
      description:
        'compose-code-email failed three or more times in 15 minutes. Cognito sends no code then: no one can sign up or reset a password.',
    },
    SignInTokens: {
      metric: errors('restrict-access-token', quarter),
      threshold: 3,
      description:
        'restrict-access-token failed three or more times in 15 minutes. Cognito issues no tokens then: no one can sign in, and sessions end after an hour.',
    },
  };
}

function definePaymentAlarms({ scope, sum, maximum, errors }: AlarmTable): Alarms {
  return {
    WebhookFailures: {
      metric: createServerErrorCount(scope, 'stripeWebhook', quarter),
      threshold: 3,
      description:
        'The webhook answered three or more calls with 5xx in 15 minutes, because it failed, crashed or timed out: purchased credits are late. Stripe repeats events for three days, so a single failure recovers. Calls without a valid signature do not count: anyone can make them, and the answer is 400.',
    },
    StripeKeys: {
      metric: createUnverifiedRate(scope),
      threshold: 100,
      description:
        'In an hour, three or more calls had a wrong signature or named a payment that Stripe does not find, and no event was handled: the stage may have the wrong webhook secret or API key. Or someone forges events.',
    },
    UnmatchedPayments: {
      metric: sum('UnmatchedPayments', fiveMinutes),
      threshold: 1,
      description:
        'A payment matches no pack and added no credits. Each one is a creator who paid and waits.',
    },
    PaymentsAfterClosing: {
      metric: sum('PaymentsAfterClosing', fiveMinutes),
      threshold: 1,
      description:
        'A payment completed after its account was deleted, and was refunded automatically. Check that the refund succeeded.',
    },
    ClawbackShortfall: {
      metric: sum('ClawbackShortfall', fiveMinutes),
      threshold: 1,
      description:
        'A payment was refunded or disputed after its credits were spent. Later purchases settle the shortfall; several of one account are a fraud.',
    },
    LedgerDrift: {
      metric: maximum('LedgerDrift', day),
      threshold: 1,
      description:
        'In the last day the audit found an account whose balance, ledger and generations do not match. The correct number is always zero.',
    },
    AuditFailures: {
      metric: errors('audit-credits', day),
      threshold: 1,
      description: 'In the last day the audit failed, so no one knows whether the balances are correct.',
    },
  };
}

function definePlatformAlarms({
  settings: { dailyModelSpendUsd },
  apiStage,
  sum,
  countInBucket,
}: AlarmTable): Alarms {
  return {
    ModelSpend: {
      metric: sum('ModelSpend', day),
      threshold: dailyModelSpendUsd,
      description: `The models cost ${dailyModelSpendUsd} US dollars (dailyModelSpendUsd) or more in 24 hours at list prices. Either sales increased, or someone generates without paying.`,
    },
    BucketUploads: {
      metric: countInBucket('PutRequests'),
      threshold: BUCKET_LIMITS.puts,
      description: `The bucket of the images received ${BUCKET_LIMITS.puts} PUT requests or more in an hour, also refused ones. An upload permit is for one use, so a script repeats them, or the models make more images than the default ones can.`,
    },
    BucketDownloads: {
      metric: countInBucket('BytesDownloaded'),
      threshold: BUCKET_LIMITS.downloadedGb * 1e9,
      description: `Browsers downloaded ${BUCKET_LIMITS.downloadedGb} GB of images or more in an hour. A signed URL can be used any number of times in its 15 minutes, and no limit counts it.`,
    },
    ServerErrors: {
      metric: createServerErrorRate(apiStage),
      threshold: 5,
      periods: 2,
      description:
        'At least 5 % of the requests, and at least five, were answered with 5xx in each of two periods of five minutes. 503 responses for unavailable models count; see ModelsUnavailable.',
    },
    Throttles: {
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        statistic: 'Sum',
        period: fiveMinutes,
      }),
      threshold: 10,
      description:
        'Lambda throttled ten or more invocations in five minutes, in the whole account and region: all functions share the concurrency of the account.',
    },
  };
}
