import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { day, fiveMinutes, quarter, type Alarms, type AlarmTable } from './alarm-definition.ts';
import { appMetric, createErrorCount, createRefundRate, createServerErrorCount } from './metrics.ts';

/** Age of a pending generation, in seconds. */
export const PENDING_LIMIT = 600;

/** Tolerance in seconds. `refund-abandoned` ends a generation that has waited this much longer than it may wait. */
const WAIT_TOLERANCE = 120;

/** Six creators at their limit of a day in one quarter of an hour. */
const FILTERED_LIMIT = 30;

/** 5xx responses of an operation that one creator alone seldom reaches by trying again. */
const OPERATION_FAILURES = 5;

/** Alarms on the results of generations. */
export function defineGenerationAlarms({ scope, sum }: AlarmTable): Alarms {
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
      description: `The content filter rejected ${FILTERED_LIMIT} or more prompts in 15 minutes. They are free for the creator and use the quota of the models. Each creator is paused after ${RATE_LIMITS.unusableInput.maximum} of them on one day, so many accounts are involved, or the filter rejects ordinary prompts. Prompts that a model rejects as invalid are included.`,
    },
    InvalidReferences: {
      metric: sum('Generations', quarter, { outcome: 'reference_invalid' }),
      threshold: FILTERED_LIMIT,
      description: `${FILTERED_LIMIT} or more generations in 15 minutes had a reference image that cannot be used. Each creator is paused after ${RATE_LIMITS.unusableInput.maximum} of them on one day, so many accounts are involved, or a model no longer accepts the requests of the product.`,
    },
    ReferenceFailures: {
      metric: sum('ReferenceFailures', fiveMinutes),
      threshold: 20,
      periods: 3,
      description:
        'Twenty or more requests to YouTube failed in each of three periods of five minutes. A generation with a link makes five requests, and its credit is refunded if no image was loaded.',
    },
    CutoutErrors: {
      metric: createServerErrorCount(scope, 'createCutout', quarter),
      threshold: OPERATION_FAILURES,
      description: `create-cutout answered ${OPERATION_FAILURES} or more calls with 5xx in 15 minutes, also with 503 for an unavailable model. Their credits were refunded, or will be by refund-abandoned.`,
    },
    EditErrors: {
      metric: createServerErrorCount(scope, 'createEdit', quarter),
      threshold: OPERATION_FAILURES,
      description: `create-edit answered ${OPERATION_FAILURES} or more calls with 5xx in 15 minutes, also with 503 for an unavailable model. Their credits were refunded, or will be by refund-abandoned.`,
    },
  };
}

/** Alarms on generations that have not ended, and on the line in which they wait. */
export function defineLineAlarms({
  settings: { longestWaitSeconds },
  deadLetters,
  maximum,
  errors,
}: AlarmTable): Alarms {
  return {
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

/** Alarms on the functions that a schedule or the user pool calls. */
export function defineBackgroundAlarms({ scope, functions, errors }: AlarmTable): Alarms {
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
          payments: functions['reconcile-payments'],
        },
        Duration.minutes(30),
      ),
      threshold: 6,
      description:
        'The functions that run every five minutes (refunds of interrupted generations, account deletions, deletions of reference images, missed payments) failed six times in 30 minutes. Each run is tried three times, so at least two runs failed.',
    },
    UnconfirmedUsers: {
      metric: errors('delete-unconfirmed-users', day),
      threshold: 3,
      description:
        'The daily run that deletes unconfirmed users failed, also when it was repeated twice. Sign-ups with an address of somebody else block it until they are deleted.',
    },
    UserExportSilent: {
      // 0 if a run of the period succeeded.
      metric: functions['export-users'].metricErrors({ statistic: 'Minimum', period: day }),
      threshold: 1,
      periods: 2,
      missingData: TreatMissingData.BREACHING,
      description:
        'export-users, which copies the addresses of all users every day, has not completed a run for two days. If the user pool is lost, new accounts and addresses are missing in the copy.',
    },
    OrphanedAccounts: {
      metric: errors('delete-orphaned-accounts', day),
      threshold: 3,
      description:
        'The daily run that deletes accounts without a user failed, also when it was repeated twice. Either Cognito failed, or more than 20 accounts have no user, and nothing was deleted.',
    },
    SignUpConfirmations: {
      metric: errors('welcome-user', quarter),
      threshold: 3,
      description:
        'welcome-user failed three or more times in 15 minutes. Cognito reports an error to a creator who confirms an address or resets a password, and a new account has no welcome credits.',
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
