/**
 * The metrics that the functions write and that alarms and the dashboard read. Each metric is written once with only the
 * dimension `service` (the stack's name), and once more for each dimension set below. CloudWatch bills every combination
 * of dimension values as a metric, so a dimension must have few values. A dimension must not be in two sets of a metric,
 * because Powertools logs a warning for it at every write.
 */
export const METRIC_NAMESPACE = 'Thumbforge';

interface MetricDefinition {
  unit: 'Count' | 'Milliseconds' | 'Seconds' | 'None';
  /** Dimension sets in addition to `service`. */
  by: readonly (readonly string[])[];
}

export const METRICS = {
  /**
   * Generations that ended. `outcome`: succeeded, abandoned, or the error code. `model`: the model that made the image;
   * for a generation without an image, the model that was requested (the first one tried).
   */
  Generations: { unit: 'Count', by: [['outcome'], ['model']] },
  /**
   * 1 for each ended generation that failed and was refunded, 0 for each other one (succeeded, canceled, suspended,
   * rejected by the content filter, or with an invalid reference), so that its average is the failure rate.
   */
  GenerationFailures: { unit: 'Count', by: [] },
  /** From the first model's request to the image, including models that were unavailable. */
  ImageTime: { unit: 'Milliseconds', by: [] },
  /** Generations that joined the line, because every model was overloaded. */
  WaitingGenerations: { unit: 'Count', by: [] },
  /** From joining the line to the end of the generation. Canceled ones are not included. */
  WaitTime: { unit: 'Seconds', by: [] },
  /** From one model's request to its image. */
  ModelTime: { unit: 'Milliseconds', by: [['model']] },
  /** A model could not serve a request: throttled, not enabled, or failed. The next model of the pool was tried. */
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
  /** Granted by an operator; negative if the operator took credits. */
  CreditsGranted: { unit: 'Count', by: [] },
  /** Payments whose price, amount or currency matches no pack. */
  UnmatchedPayments: { unit: 'Count', by: [] },
  /** Payments for an account that was closed before the payment. The webhook refunds them. */
  PaymentsAfterClosing: { unit: 'Count', by: [] },
  /**
   * Calls of the webhook. `outcome`: handled; ignored (about no payment); unrelated (another product or stage); unknown
   * (Stripe does not find its payment); unreadable (signed, but no event); unsigned (no signature of Stripe's form);
   * bad_signature; failed (Stripe sends it again).
   */
  StripeEvents: { unit: 'Count', by: [['outcome']] },
  /** 1 for each event with a wrong signature or an unknown payment, 0 for each handled one: its average is their share. */
  UnverifiedEvents: { unit: 'Count', by: [] },
  /** Age of the oldest abandoned generation; 0 if there was none. */
  OldestPending: { unit: 'Seconds', by: [] },
  /** The longest time that a generation has been in line, whether it waits or is being tried; 0 if there was none. */
  OldestWaiting: { unit: 'Seconds', by: [] },
  /** Errors that browsers reported. `page` and `code` are those of `page-errors.ts`. */
  PageErrors: { unit: 'Count', by: [['page'], ['code']] },
  /** Accounts with audit findings; 0 after a complete audit without findings. */
  LedgerDrift: { unit: 'Count', by: [] },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

type DimensionSet<Keys> = Keys extends readonly string[] ? Record<Keys[number], string> : never;

/** The dimension sets of a metric, each with its values. */
export type DimensionsOf<Name extends MetricName> = DimensionSet<(typeof METRICS)[Name]['by'][number]>;
