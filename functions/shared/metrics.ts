import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC_NAMESPACE, METRICS, type DimensionsOf, type MetricName } from '../../contract/metrics.ts';

// The dimension `service` is the stack's name (POWERTOOLS_SERVICE_NAME), which keeps stages apart.
const metrics = new Metrics({ namespace: METRIC_NAMESPACE });

interface MetricOptions<Name extends MetricName> {
  /** The values for each dimension set that the contract defines for this metric. */
  by?: DimensionsOf<Name>[];
  /** Searchable values in the log line that are not dimensions, because they may have many values. */
  metadata?: Record<string, string>;
}

/**
 * Writes one metric immediately, so that concurrent invocations never share a buffer: once in total and once for each
 * of its dimension sets.
 */
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
 * @param model the model that made the image; without an image, the model that was requested.
 */
export function countGeneration(outcome: string, model: string): void {
  putMetric('Generations', 1, { by: [{ outcome }, { model }] });
}

/** @param milliseconds from the first model's request to the image. */
export function recordImageTime(milliseconds: number): void {
  putMetric('ImageTime', milliseconds);
}

/** Records one model's image. @param usd its list price; undefined if unknown. */
export function recordModelImage(model: string, milliseconds: number, usd: number | undefined): void {
  putMetric('ModelTime', milliseconds, { by: [{ model }] });
  if (usd !== undefined) putMetric('ModelSpend', usd, { by: [{ model }] });
}

export function countModelUnavailable(model: string): void {
  putMetric('ModelUnavailable', 1, { by: [{ model }] });
}

export function countCreditsSpent(credits: number): void {
  putMetric('CreditsSpent', credits);
}

export function countRefund(credits: number, cause: 'failed' | 'abandoned'): void {
  putMetric('CreditsRefunded', credits, { by: [{ cause }] });
}

/** Counts a refund that could not be written. refund-abandoned repeats it. */
export function countRefundFailure(): void {
  putMetric('RefundFailures', 1);
}

/** @param seconds age of the oldest abandoned generation; 0 if there was none. */
export function recordOldestPending(seconds: number): void {
  putMetric('OldestPending', seconds);
}

export function countCreditsBought(credits: number): void {
  putMetric('CreditsBought', credits);
}

/** @param shortfall credits that a refunded payment bought and the user has already spent. */
export function countClawback(credits: number, shortfall: number): void {
  putMetric('CreditsClawedBack', credits);
  putMetric('ClawbackShortfall', shortfall);
}

/** Counts a payment whose price, amount or currency matches no pack. An operator must check it. */
export function countUnmatchedPayment(): void {
  putMetric('UnmatchedPayments', 1);
}

/** Counts a payment for an account that was closed before it. An operator must refund it. */
export function countPaymentAfterClosing(): void {
  putMetric('PaymentsAfterClosing', 1);
}

/** @param type of the event, as searchable metadata. @param outcome `failed` when Stripe has to send it again. */
export function countStripeEvent(
  type: string,
  outcome: 'handled' | 'ignored' | 'unrelated' | 'bad_signature' | 'failed',
): void {
  putMetric('StripeEvents', 1, { by: [{ outcome }], metadata: { type } });
}

/** @param credits granted by an operator; negative if the operator took credits. */
export function countCreditsGranted(credits: number): void {
  putMetric('CreditsGranted', credits);
}

/** @param accounts with findings in a complete audit; 0 if there were none. */
export function countLedgerDrift(accounts: number): void {
  putMetric('LedgerDrift', accounts);
}
