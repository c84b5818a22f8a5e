import { Metrics } from '@aws-lambda-powertools/metrics';
import type { PageError } from '#contract/page-errors.ts';
import { METRIC_NAMESPACE, METRICS, type DimensionsOf, type MetricName } from '#contract/metrics.ts';

// The dimension `service` is the name of the stack (POWERTOOLS_SERVICE_NAME), which separates the stages.
const metrics = new Metrics({ namespace: METRIC_NAMESPACE });

interface MetricOptions<Name extends MetricName> {
  /** The values for each dimension set that the contract defines for this metric. */
  by?: DimensionsOf<Name>[];
  /** Searchable values in the log line that are not dimensions, because they may have many values. */
  metadata?: Record<string, string>;
}

/** Writes one metric immediately, so that concurrent invocations never share a buffer: once in total, and once for each dimension set. */
function putMetric<Name extends MetricName>(
  name: Name,
  value: number,
  { by = [], metadata = {} }: MetricOptions<Name> = {},
): void {
  const metric = metrics.singleMetric();
  for (const dimensions of [{}, ...by]) metric.addDimensions(dimensions);
  for (const [key, text] of Object.entries(metadata)) metric.addMetadata(key, text);
  metric.addMetric(name, METRICS[name].unit, value);
}

/**
 * Counts a generation that ended.
 * @param outcome `succeeded`, `abandoned`, or the error code.
 * @param model the model that made the image. Without an image, the model that was requested.
 */
export function countGeneration(outcome: string, model: string): void {
  putMetric('Generations', 1, { by: [{ outcome }, { model }] });
  putMetric('GenerationFailures', NO_FAILURES.has(outcome) ? 0 : 1);
}

/** The outcomes that say nothing about the health of the product. */
const NO_FAILURES = new Set([
  'succeeded',
  'content_filtered',
  'reference_invalid',
  'generation_canceled',
  'generations_paused',
  'account_suspended',
]);

/** Counts a generation that joined the waiting line, because every model was overloaded. */
export const countWaitingGeneration = () => putMetric('WaitingGenerations', 1);

/** @param seconds the time from joining the waiting line to the end of the generation. */
export const recordWaitTime = (seconds: number) => putMetric('WaitTime', seconds);

/** @param milliseconds the time from the request to the first model until the image. */
export const recordImageTime = (milliseconds: number) => putMetric('ImageTime', milliseconds);

/** Records one image of a model. @param usd the list price. Undefined if the price is unknown. */
export function recordModelImage(model: string, milliseconds: number, usd: number | undefined): void {
  putMetric('ModelTime', milliseconds, { by: [{ model }] });
  if (usd !== undefined) putMetric('ModelSpend', usd, { by: [{ model }] });
}

/** Records one answer of the text model, even if the answer cannot be used. @param usd the list price of the answer. */
export const recordSuggestion = (model: string, usd: number) =>
  putMetric('ModelSpend', usd, { by: [{ model }] });

export const countModelUnavailable = (model: string) => putMetric('ModelUnavailable', 1, { by: [{ model }] });

/** Counts a failed request to YouTube. A missing video is not a failure. */
export const countReferenceFailure = (reason: 'timeout' | 'network' | 'status' | 'content') =>
  putMetric('ReferenceFailures', 1, { by: [{ reason }] });

export const countCreditsSpent = (credits: number) => putMetric('CreditsSpent', credits);

export const countRefund = (credits: number, cause: 'failed' | 'abandoned' | 'canceled') =>
  putMetric('CreditsRefunded', credits, { by: [{ cause }] });

/** Counts a refund that could not be written. refund-abandoned repeats it. */
export const countRefundFailure = () => putMetric('RefundFailures', 1);

/** @param seconds the age of the oldest abandoned generation; 0 if there was no such generation. */
export const recordOldestPending = (seconds: number) => putMetric('OldestPending', seconds);

/** @param seconds the time that the oldest waiting generation has waited; 0 if the line was empty. */
export const recordOldestWaiting = (seconds: number) => putMetric('OldestWaiting', seconds);

export const countCreditsBought = (credits: number) => putMetric('CreditsBought', credits);

/** @param shortfall the credits that a refunded payment bought and that the user has already spent. */
export function countClawback(credits: number, shortfall: number): void {
  putMetric('CreditsClawedBack', credits);
  putMetric('ClawbackShortfall', shortfall);
}

/** @param credits the credits of a purchase that settled the shortfall of earlier clawbacks. */
export const countCreditsCollected = (credits: number) => putMetric('CreditsCollected', credits);

/** Counts a payment whose price, amount or currency matches no pack. An operator must check it. */
export const countUnmatchedPayment = () => putMetric('UnmatchedPayments', 1);

/** Counts a payment for an account that was deleted before the payment. The webhook refunds the payment. */
export const countPaymentAfterDeletion = () => putMetric('PaymentsAfterClosing', 1);

/** The outcome of one call of the webhook. The definition of the metric explains each outcome. */
export type StripeEventOutcome =
  | 'handled'
  | 'ignored'
  | 'unrelated'
  | 'unknown'
  | 'unreadable'
  | 'unsigned'
  | 'bad_signature'
  | 'failed';

/** @param type the type of the event, as searchable metadata. */
export function countStripeEvent(type: string, outcome: StripeEventOutcome): void {
  putMetric('StripeEvents', 1, { by: [{ outcome }], metadata: { type } });
  const isUnverified = outcome === 'bad_signature' || outcome === 'unknown';
  if (isUnverified || outcome === 'handled') putMetric('UnverifiedEvents', isUnverified ? 1 : 0);
}

/** @param credits the credits that an operator granted. Negative if the operator took credits. */
export const countCreditsGranted = (credits: number) => putMetric('CreditsGranted', credits);

/** Counts an error of the page. The version and the browser are searchable metadata. */
export const countPageError = ({ page, code, version, browser }: PageError) =>
  putMetric('PageErrors', 1, { by: [{ page }, { code }], metadata: { page, code, version, browser } });

/** @param accounts the accounts with findings in a complete audit; 0 if there were no findings. */
export const countLedgerDrift = (accounts: number) => putMetric('LedgerDrift', accounts);
