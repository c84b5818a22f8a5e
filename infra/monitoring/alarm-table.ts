import { Duration } from 'aws-cdk-lib';
import { Metric, type Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { MCP } from '#contract/endpoints/public-api.ts';
import {
  createAlarm,
  createMetrics,
  day,
  fiveMinutes,
  quarter,
  type Alarms,
  type AlarmTable,
  type AlarmTableProps,
} from './alarm-definition.ts';
import { defineBackgroundAlarms, defineGenerationAlarms, defineLineAlarms } from './generation-alarms.ts';
import {
  createRouteErrorCount,
  createServerErrorCount,
  createServerErrorRate,
  createUnverifiedRate,
} from './metrics.ts';

/**
 * Hourly limits of the images bucket. The default models make 12,000 images and previews; the rest are uploads. 20 GB are
 * 11,000 views of an original.
 */
export const BUCKET_LIMITS = { puts: 20_000, downloadedGb: 20 } as const;

/**
 * Creates the alarms of a stage. `docs/runbook.md` needs a section for each with the same name in words: "Refund rate" for
 * `RefundRate`.
 */
export function createAlarms(parent: Construct, props: AlarmTableProps, topic: sns.ITopic): Alarm[] {
  const scope = new Construct(parent, 'Alarms');
  const table = { ...props, ...createMetrics(scope, props), scope };
  const definitions: Alarms = {
    ...defineGenerationAlarms(table),
    ...defineLineAlarms(table),
    ...defineBackgroundAlarms(table),
    ...definePaymentAlarms(table),
    ...defineIntegrationAlarms(table),
    ...definePlatformAlarms(table),
  };
  return Object.entries(definitions).map(([name, definition]) => createAlarm(scope, name, definition, topic));
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

/** Defines the alarms of the public API, the MCP server and the messages to support, on which accounts with a pack rely. */
function defineIntegrationAlarms({ scope, errors }: AlarmTable): Alarms {
  return {
    KeyChecks: {
      metric: errors('authorize-key', quarter),
      threshold: 3,
      description:
        'authorize-key failed three or more times in 15 minutes. API Gateway answers 500 to requests of the public API and of the MCP server then, whatever their key. An unknown or revoked key is no failure.',
    },
    McpErrors: {
      metric: createRouteErrorCount(scope, `POST ${MCP.path}`, quarter),
      threshold: 5,
      description:
        'The MCP server answered five or more calls with 5xx in 15 minutes. Errors of tools do not count: they are results. The site and /v1 may work.',
    },
    SupportMessages: {
      metric: createServerErrorCount(scope, 'sendSupportMessage', quarter),
      threshold: 1,
      description:
        'A message to support was not sent. The page keeps it and names the address of support, but a creator may give up.',
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
      description: `Browsers downloaded ${BUCKET_LIMITS.downloadedGb} GB of images or more in an hour. A signed URL can be used any number of times in its seven hours, and no limit counts it.`,
    },
    ServerErrors: {
      metric: createServerErrorRate(apiStage),
      threshold: 5,
      periods: 2,
      description:
        'At least 5 % of the requests, and at least five, were answered with 5xx in each of two periods of five minutes. 503 responses for unavailable models count; see ModelsUnavailable.',
    },
    PageErrors: {
      metric: sum('PageErrors', quarter),
      threshold: 20,
      description:
        'Browsers reported 20 or more errors of pages in 15 minutes. A page view reports three at most, so several visitors have them. Anyone can send such a report.',
    },
    BouncedEmails: {
      metric: sesReputation('BounceRate'),
      threshold: 0.05,
      description:
        'Of the e-mails that SES sent in the region of the stack, 5 % or more came back. SES reviews an account at 5 % and stops its e-mails at 10 %: then no one can sign up or reset a password. No data means that SES sends none here.',
    },
    Complaints: {
      metric: sesReputation('ComplaintRate'),
      threshold: 0.001,
      description:
        'Recipients reported 0.1 % or more of the e-mails that SES sent in the region of the stack as spam. SES reviews an account at 0.1 % and stops its e-mails at 0.5 %. No data means that SES sends none here.',
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

/** A rate of the whole account and region, as a fraction. SES writes it some times a day. */
function sesReputation(rate: 'BounceRate' | 'ComplaintRate'): Metric {
  return new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    statistic: 'Maximum',
    period: Duration.hours(1),
  });
}
