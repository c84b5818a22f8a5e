import { DAY, type AlarmRow } from './alarm-row.ts';

/** The alarms on payments and on the ledger. */
export const PAYMENT_ALARMS = {
  WebhookFailures: {
    metric: { kind: 'serverErrors', endpoint: 'stripeWebhook' },
    minutes: 15,
    threshold: 3,
    description:
      'The webhook answered three or more calls with 5xx in 15 minutes, because it failed, crashed or timed out: purchased credits are late. Stripe repeats events for three days, so a single failure recovers. Calls without a valid signature do not count: anyone can make them, and the answer is 400.',
    act: 'Find the cause in its log. Do not repeat events by hand.',
  },
  StripeKeys: {
    metric: {
      kind: 'percentage',
      name: 'UnverifiedEvents',
      ids: { samples: 'events', average: 'unverified' },
      least: 3,
      label: 'unverified events, %',
    },
    minutes: 60,
    threshold: 100,
    description:
      'In an hour, three or more calls had a wrong signature or named a payment that Stripe does not find, and no event was handled: the stage may have the wrong webhook secret or API key. Or someone forges events.',
    act: 'If real events fail, set the right secret or key with stripe:setup.',
  },
  UnmatchedPayments: {
    metric: { kind: 'own', name: 'UnmatchedPayments', statistic: 'Sum' },
    minutes: 5,
    threshold: 1,
    description: 'A payment matches no pack and added no credits. Each one is a creator who paid and waits.',
    act: 'Grant the credits, or refund the payment in Stripe.',
  },
  PaymentsAfterClosing: {
    metric: { kind: 'own', name: 'PaymentsAfterClosing', statistic: 'Sum' },
    minutes: 5,
    threshold: 1,
    description: 'A payment completed after its account was deleted, and was refunded automatically.',
    act: 'Check in Stripe that the refund succeeded.',
  },
  ClawbackShortfall: {
    metric: { kind: 'own', name: 'ClawbackShortfall', statistic: 'Sum' },
    minutes: 5,
    threshold: 1,
    description:
      'A payment was refunded or disputed after its credits were spent. Later purchases settle the shortfall; several of one account are a fraud.',
    act: 'If one person disputes several payments, suspend the account.',
  },
  LedgerDrift: {
    metric: { kind: 'own', name: 'LedgerDrift', statistic: 'Maximum' },
    minutes: DAY,
    threshold: 1,
    description:
      'In the last day the audit found an account whose balance, ledger and generations do not match. The correct number is always zero.',
    act: 'Run the audit, and find the cause before you correct a balance.',
  },
  AuditFailures: {
    metric: { kind: 'functionErrors', function: 'audit-credits', statistic: 'Sum' },
    minutes: DAY,
    threshold: 1,
    description: 'In the last day the audit failed, so no one knows whether the balances are correct.',
    act: 'Correct the cause on the same day, and run the audit yourself.',
  },
} as const satisfies Record<string, AlarmRow>;
