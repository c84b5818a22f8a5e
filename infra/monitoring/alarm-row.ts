import type { EndpointName } from '#contract/endpoints/endpoints.ts';
import type { API_ERRORS } from '#contract/errors.ts';
import type { MetricName } from '#contract/metrics.ts';

/** One day, in minutes. */
export const DAY = 24 * 60;

/** The functions whose failed invocations are counted. */
export type WatchedFunction =
  | 'refund-abandoned'
  | 'finish-closings'
  | 'delete-expired-references'
  | 'reconcile-payments'
  | 'delete-orphaned-accounts'
  | 'delete-unconfirmed-users'
  | 'export-users'
  | 'welcome-user'
  | 'compose-code-email'
  | 'restrict-access-token'
  | 'audit-credits'
  | 'authorize-key'
  | 'generate-waiting';

/** The value of an alarm or of a graph. `createMetric` makes the metric of CloudWatch from it. */
export type MetricSource =
  /** A metric that the functions write. */
  | { kind: 'own'; name: MetricName; statistic: 'Sum' | 'Maximum' | 'SampleCount' }
  /** Generations with an outcome. */
  | { kind: 'outcome'; outcome: keyof typeof API_ERRORS }
  /**
   * Percentage of the ones in a metric of zeros and ones, and zero below `least` samples. Both statistics are of one metric: an
   * expression with a metric that was never written may have no value (CloudWatch user guide, "Using math expressions"), and would hide
   * an outage on the first day. `ids` are the names of the statistics in the expression.
   */
  | {
      kind: 'percentage';
      name: MetricName;
      least: number;
      ids: { samples: string; average: string };
      label: string;
    }
  /** 5xx responses of an endpoint or of the MCP server, with every cause: also API Gateway's 503 for a function that is throttled. */
  | { kind: 'serverErrors'; endpoint: EndpointName | 'mcp' }
  /** Percentage of the responses of the API with 5xx, and zero below `least` of them. */
  | { kind: 'serverErrorRate'; least: number }
  /**
   * Invocations that threw, timed out or crashed. Not for the function of an endpoint: it answers an error with 5xx, which is a
   * successful invocation. `serverErrors` counts those responses. The minimum is 0 if one run of the period succeeded.
   */
  | { kind: 'functionErrors'; function: WatchedFunction; statistic: 'Sum' | 'Minimum' }
  /** Failed invocations of several functions. Lambda writes the metric for every invocation, so it exists for each function that runs on a schedule. */
  | { kind: 'functionErrorSum'; functions: Readonly<Record<string, WatchedFunction>> }
  /** A request metric of the bucket of the images. */
  | { kind: 'bucket'; name: 'PutRequests' | 'BytesDownloaded' }
  /** Messages of the waiting line that could not be processed. */
  | { kind: 'deadLetters' }
  /** A metric of the whole account and region. */
  | { kind: 'vendor'; namespace: 'AWS/Lambda' | 'AWS/SES'; name: string; statistic: 'Sum' | 'Maximum' };

interface Measure {
  metric: MetricSource;
  /** The length of a period, in minutes. */
  minutes: number;
  threshold: number;
}

/** A graph with a line at its threshold, as a row of data. Nobody has to act soon when the value is beyond the line. */
export interface GraphRow extends Measure {
  title: string;
}

/** An alarm as a row of data. It wakes a person, who has to act at once or on the same day. */
export interface AlarmRow extends Measure {
  /** Explains what happened, and the reason for the threshold. */
  description: string;
  /** The first thing that the person does. The section of the runbook has the rest. */
  act: string;
  /** @default at or above the threshold */
  comparison?: 'above' | 'below';
  /** Number of consecutive periods beyond the threshold. @default 1 */
  periods?: number;
  /** True if the alarm also starts when a period has no data. @default false */
  startsWithoutData?: true;
}

/** Names the section of an alarm or of a graph in the runbook: `RefundRate` leads to the heading "Refund rate". */
export function linkRunbook(name: string): string {
  return `docs/runbook.md#${name.replaceAll(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase()}`;
}
