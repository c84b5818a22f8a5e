/**
 * The metrics that the functions write, and that alarms and the dashboard read. Each value is written with the dimension `service` (the
 * stack's name) alone, and once more for each dimension set below. CloudWatch bills every combination of dimension values as a metric, so a
 * dimension must have few values. A dimension must not be in two sets of a metric, because Powertools logs a warning for it at every write.
 */
export const METRIC_NAMESPACE = 'Thumbforge';

interface MetricDefinition {
  unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  /** Dimension sets in addition to `service`. */
  by: readonly (readonly string[])[];
}

export const METRICS = {
  /**
   * Generations that ended. `outcome`: succeeded, abandoned, or the error code. `model`: the model that made the image. For a generation
   * without an image, `model` is the model that was requested (the first model that was tried).
   */
  Generations: { unit: 'Count', by: [['outcome'], ['model']] },
  /**
   * 1 for each ended generation that failed and was refunded, 0 for each other generation: succeeded, canceled, suspended, rejected by the
   * content filter, or with an invalid reference. The average of the metric is the failure rate.
   */
  GenerationFailures: { unit: 'Count', by: [] },
  /** Time from the request to the first model until the image, including the time of unavailable models. */
  ImageTime: { unit: 'Milliseconds', by: [] },
  /** Generations that joined the waiting line, because every model was overloaded. */
  WaitingGenerations: { unit: 'Count', by: [] },
  /** Time from joining the waiting line to the end of the generation. Canceled generations are not included. */
  WaitTime: { unit: 'Seconds', by: [] },
  /** Time from the request to one model until its image. */
  ModelTime: { unit: 'Milliseconds', by: [['model']] },
  /** Requests that a model could not serve: the model was throttled, not enabled, or failed. The next model of the pool was tried. */
  ModelUnavailable: { unit: 'Count', by: [['model']] },
  /** List price of the images and of the text model's answers, in US dollars. */
  ModelSpend: { unit: 'None', by: [['model']] },
  /** Requests to YouTube that failed. `reason`: timeout, network (also a redirect), status, content. */
  ReferenceFailures: { unit: 'Count', by: [['reason']] },
  CreditsSpent: { unit: 'Count', by: [] },
  CreditsRefunded: { unit: 'Count', by: [['cause']] },
  /** Refunds that could not be written. refund-abandoned repeats them. */
  RefundFailures: { unit: 'Count', by: [] },
  CreditsBought: { unit: 'Count', by: [] },
  CreditsClawedBack: { unit: 'Count', by: [] },
  /** Credits of a refunded or disputed payment that were already spent. */
  ClawbackShortfall: { unit: 'Count', by: [] },
  /** Credits of purchases that settled the shortfall of earlier clawbacks. */
  CreditsCollected: { unit: 'Count', by: [] },
  /** Credits that an operator granted. Negative if the operator took credits. */
  CreditsGranted: { unit: 'Count', by: [] },
  /** Payments whose price, amount or currency matches no pack. */
  UnmatchedPayments: { unit: 'Count', by: [] },
  /** Payments for an account that was deleted before the payment. The webhook refunds these payments. */
  PaymentsAfterClosing: { unit: 'Count', by: [] },
  /**
   * Calls of the webhook. `outcome`: handled; ignored (not about a payment); unrelated (another product or stage); unknown (Stripe does not
   * find the payment of the event); unreadable (signed, but not an event); unsigned (no signature in Stripe's format); bad_signature;
   * failed (Stripe sends the event again).
   */
  StripeEvents: { unit: 'Count', by: [['outcome']] },
  /**
   * 1 for each event with a wrong signature or an unknown payment, 0 for each handled event. The average is the share of unverified events.
   */
  UnverifiedEvents: { unit: 'Count', by: [] },
  /** Age of the oldest abandoned generation; 0 if there is no abandoned generation. */
  OldestPending: { unit: 'Seconds', by: [] },
  /** Longest time since a generation joined the waiting line, whether the generation waits or is being tried; 0 if the line is empty. */
  OldestWaiting: { unit: 'Seconds', by: [] },
  /** Errors that browsers reported. `page` and `code` have the values in `page-errors.ts`. */
  PageErrors: { unit: 'Count', by: [['page'], ['code']] },
  /** Accounts with audit findings; 0 after a complete audit without findings. */
  LedgerDrift: { unit: 'Count', by: [] },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

type DimensionSet<Keys> = Keys extends readonly string[] ? Record<Keys[number], string> : never;

/** The dimension sets of a metric, each with its values. */
export type DimensionsOf<Name extends MetricName> = DimensionSet<(typeof METRICS)[Name]['by'][number]>;
