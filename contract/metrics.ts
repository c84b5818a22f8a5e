/**
 * The metrics that the functions write and the cloud's alarms and dashboard read. Each is written with the dimension
 * `service` (the stack's name) alone, and once more for each set of dimensions named here. Every set of values is a
 * metric of its own that CloudWatch bills, so no dimension may have more than a handful of values. No dimension may be
 * in two sets of a metric: Powertools warns of it at every write.
 */
export const METRIC_NAMESPACE = 'Thumbforge';

interface MetricDefinition {
  unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  /** Sets of dimensions beside `service`. */
  by: readonly (readonly string[])[];
}

export const METRICS = {
  /** Generations that ended. `outcome`: succeeded, abandoned, or the error code they failed with. */
  Generations: { unit: 'Count', by: [['outcome'], ['model']] },
  /** From the first model's request to the picture, whichever models were asked. */
  PaintTime: { unit: 'Milliseconds', by: [] },
  /** From one model's request to its picture. */
  ModelTime: { unit: 'Milliseconds', by: [['model']] },
  /** A model that could not serve a request: throttled, not enabled, broken. The next of the pool was asked. */
  ModelUnavailable: { unit: 'Count', by: [['model']] },
  /** List price of the pictures, in US dollars. */
  ModelSpend: { unit: 'None', by: [['model']] },
  CreditsSpent: { unit: 'Count', by: [] },
  CreditsRefunded: { unit: 'Count', by: [['cause']] },
  /** Refunds that could not be written; refund-abandoned makes them good. */
  RefundFailures: { unit: 'Count', by: [] },
  CreditsBought: { unit: 'Count', by: [] },
  CreditsClawedBack: { unit: 'Count', by: [] },
  /** Credits that a refunded payment had bought and that were spent already. */
  ClawbackShortfall: { unit: 'Count', by: [] },
  /** By an operator's hand; below 0, taken. */
  CreditsGranted: { unit: 'Count', by: [] },
  /** Payments of an amount, currency or price that is no pack's. */
  UnmatchedPayments: { unit: 'Count', by: [] },
  /** Payments of somebody whose account was closed meanwhile. */
  PaymentsAfterClosing: { unit: 'Count', by: [] },
  /** Deliveries of Stripe's. `outcome`: handled, ignored, not_ours, bad_signature, failed. */
  StripeEvents: { unit: 'Count', by: [['outcome']] },
  /** Age of the oldest generation that the sweep found cut off; 0 where there was none. */
  OldestPending: { unit: 'Seconds', by: [] },
  /** Accounts whose balance, ledger and generations do not add up; 0 says that all were looked at. */
  LedgerDrift: { unit: 'Count', by: [] },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

type DimensionSet<Keys> = Keys extends readonly string[] ? Record<Keys[number], string> : never;

/** The sets of dimensions of a metric, each with its values. */
export type DimensionsOf<Name extends MetricName> = DimensionSet<(typeof METRICS)[Name]['by'][number]>;
