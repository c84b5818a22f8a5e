import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRIC_NAMESPACE, METRICS, type DimensionsOf, type MetricName } from '../../contract/metrics.ts';

// The dimension `service` is the stack's name, which infra puts into POWERTOOLS_SERVICE_NAME: stages do not mix.
const metrics = new Metrics({ namespace: METRIC_NAMESPACE });

interface Details<Name extends MetricName> {
  /** One for each set that the contract names for this metric. */
  by?: DimensionsOf<Name>[];
  /** Values to find the line by, and no dimensions: they may be many. */
  notes?: Record<string, string>;
}

/**
 * Writes one metric at once, so that invocations never share a buffer: in all, and by each of its sets of dimensions.
 */
function put<Name extends MetricName>(
  name: Name,
  value: number,
  { by = [], notes = {} }: Details<Name> = {},
): void {
  const metric = metrics.singleMetric();
  for (const dimensions of [{}, ...by]) metric.addDimensions(dimensions);
  for (const [key, text] of Object.entries(notes)) metric.addMetadata(key, text);
  metric.addMetric(name, METRICS[name].unit, value);
}

/** A generation that ended. @param outcome `succeeded`, `abandoned`, or the error code it failed with. */
export function countGeneration(outcome: string, model: string): void {
  put('Generations', 1, { by: [{ outcome }, { model }] });
}

/** @param milliseconds from the first model's request to the picture. */
export function recordPaintTime(milliseconds: number): void {
  put('PaintTime', milliseconds);
}

/** A picture that a model painted. @param usd its list price; undefined where it is not known. */
export function recordPicture(model: string, milliseconds: number, usd: number | undefined): void {
  put('ModelTime', milliseconds, { by: [{ model }] });
  if (usd !== undefined) put('ModelSpend', usd, { by: [{ model }] });
}

export function countModelUnavailable(model: string): void {
  put('ModelUnavailable', 1, { by: [{ model }] });
}

export function countCreditsSpent(credits: number): void {
  put('CreditsSpent', credits);
}

/** Credits given back, with why. */
export function countRefund(credits: number, cause: 'failed' | 'abandoned'): void {
  put('CreditsRefunded', credits, { by: [{ cause }] });
}

/** A refund that could not be written; refund-abandoned makes it good. */
export function countRefundFailure(): void {
  put('RefundFailures', 1);
}

/** @param seconds age of the oldest generation that was cut off; 0 says that there was none. */
export function recordOldestPending(seconds: number): void {
  put('OldestPending', seconds);
}

export function countCreditsBought(credits: number): void {
  put('CreditsBought', credits);
}

/** @param shortfall credits that a refunded payment had bought and that were spent already. */
export function countClawback(credits: number, shortfall: number): void {
  put('CreditsClawedBack', credits);
  put('ClawbackShortfall', shortfall);
}

/** A payment of an amount, currency or price that is no pack's. Worth waking somebody. */
export function countUnmatchedPayment(): void {
  put('UnmatchedPayments', 1);
}

/** Paid for by somebody whose account was closed meanwhile. Worth waking somebody: the money has to go back. */
export function countPaymentAfterClosing(): void {
  put('PaymentsAfterClosing', 1);
}

/** @param type of the event, for whoever reads the line. @param outcome `failed` where Stripe has to send it again. */
export function countStripeEvent(
  type: string,
  outcome: 'handled' | 'ignored' | 'not_ours' | 'bad_signature' | 'failed',
): void {
  put('StripeEvents', 1, { by: [{ outcome }], notes: { type } });
}

/** What an operator gave; below 0, took. */
export function countCreditsGranted(credits: number): void {
  put('CreditsGranted', credits);
}

/** @param accounts that do not add up, of all; 0 says that all were looked at. */
export function countLedgerDrift(accounts: number): void {
  put('LedgerDrift', accounts);
}
