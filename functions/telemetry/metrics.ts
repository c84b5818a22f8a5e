import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

type Unit = (typeof MetricUnit)[keyof typeof MetricUnit];

const metrics = new Metrics({ namespace: 'Thumbforge', serviceName: 'thumbforge' });

/** Writes one metric with its own dimensions at once, so that invocations never share a buffer. */
function put(name: string, value: number, unit: Unit, dimensions: Record<string, string> = {}): void {
  const metric = metrics.singleMetric();
  for (const [key, text] of Object.entries(dimensions)) metric.addDimension(key, text);
  metric.addMetric(name, unit, value);
}

/** A generation that ended. @param outcome `succeeded`, or the error code it failed with. */
export function countGeneration(outcome: string, model: string): void {
  put('Generations', 1, MetricUnit.Count, { outcome, model });
}

/** @param milliseconds from the first model's request to the picture. */
export function recordPaintTime(milliseconds: number, model: string): void {
  put('PaintTime', milliseconds, MetricUnit.Milliseconds, { model });
}

export function countModelUnavailable(model: string): void {
  put('ModelUnavailable', 1, MetricUnit.Count, { model });
}

/** Credits given back, with why. */
export function countRefund(credits: number, cause: 'failed' | 'abandoned'): void {
  put('CreditsRefunded', credits, MetricUnit.Count, { cause });
}

/** A refund that could not be written; refund-abandoned makes it good. */
export function countRefundFailure(): void {
  put('RefundFailures', 1, MetricUnit.Count);
}

export function countCreditsBought(credits: number): void {
  put('CreditsBought', credits, MetricUnit.Count);
}

/** @param shortfall credits that a refunded payment had bought and that were spent already. */
export function countClawback(credits: number, shortfall: number): void {
  put('CreditsClawedBack', credits, MetricUnit.Count);
  put('ClawbackShortfall', shortfall, MetricUnit.Count);
}

/** A payment of an amount, currency or price that is no pack's. Worth waking somebody. */
export function countUnmatchedPayment(): void {
  put('UnmatchedPayments', 1, MetricUnit.Count);
}

export function countStripeEvent(
  type: string,
  outcome: 'handled' | 'ignored' | 'not_ours' | 'bad_signature',
): void {
  put('StripeEvents', 1, MetricUnit.Count, { type, outcome });
}
