import { RATE_LIMITS } from '#contract/rate-limits.ts';
import type { StageSettings } from '../stages/settings.ts';
import type { AlarmRow } from './alarm-row.ts';

/** Age of a pending generation, in seconds. */
export const PENDING_LIMIT = 600;

/** Tolerance in seconds. `refund-abandoned` ends a generation that has waited this much longer than it may wait. */
const WAIT_TOLERANCE = 120;

/** Six creators at their limit of a day in one quarter of an hour. */
const FILTERED_LIMIT = 30;

/** The alarms on the results of generations. */
export const GENERATION_ALARMS = {
  RefundRate: {
    metric: {
      kind: 'percentage',
      name: 'GenerationFailures',
      ids: { samples: 'ended', average: 'failed' },
      // Below ten generations the rate is noise.
      least: 10,
      label: 'refunded, %',
    },
    minutes: 15,
    threshold: 20,
    description:
      'Of ten or more generations in 15 minutes, at least 20 % failed and were refunded. Rejected prompts and reference images that cannot be used count as generations, but not as failures.',
    act: 'Find the outcome that fails. Roll back a deployment, or put another model first.',
  },
  ModelsUnavailable: {
    metric: { kind: 'outcome', outcome: 'model_unavailable' },
    minutes: 5,
    threshold: 5,
    periods: 2,
    description:
      'Five or more generations found no available model, in each of two periods of five minutes. Model quotas are per minute, so a short burst recovers earlier.',
    act: 'Find the reason of the model. Renew its access, or add another model.',
  },
  FilteredPrompts: {
    metric: { kind: 'outcome', outcome: 'content_filtered' },
    minutes: 15,
    threshold: FILTERED_LIMIT,
    description: `The content filter rejected ${FILTERED_LIMIT} or more prompts in 15 minutes. They are free for the creator and use the quota of the models. Each creator is paused after ${RATE_LIMITS.unusableInput.maximum} of them on one day, so many accounts are involved, or the filter rejects ordinary prompts. Prompts that a model rejects as invalid are included.`,
    act: 'Generate with a prompt of your own. If it is rejected, take the model out of the pool.',
  },
  InvalidReferences: {
    metric: { kind: 'outcome', outcome: 'reference_invalid' },
    minutes: 15,
    threshold: FILTERED_LIMIT,
    description: `${FILTERED_LIMIT} or more generations in 15 minutes had a reference image that cannot be used. Each creator is paused after ${RATE_LIMITS.unusableInput.maximum} of them on one day, so many accounts are involved, or a model no longer accepts the requests of the product.`,
    act: 'Generate with an image of your own. If it is rejected, take the model out of services.',
  },
} as const satisfies Record<string, AlarmRow>;

/** Lists the alarms on generations that have not ended, and on the line in which they wait. */
export function listLineAlarms({
  longestWaitSeconds,
}: Pick<StageSettings, 'longestWaitSeconds'>): Record<string, AlarmRow> {
  return {
    PendingTooLong: {
      metric: { kind: 'own', name: 'OldestPending', statistic: 'Maximum' },
      minutes: 5,
      threshold: PENDING_LIMIT,
      comparison: 'above',
      description:
        'A generation has been pending for more than ten minutes. refund-abandoned runs every five minutes and refunds what is older than two, so at least two runs failed to end it.',
      act: 'Run the audit. It names the generation whose credit has to be refunded.',
    },
    OldestWaiting: {
      metric: { kind: 'own', name: 'OldestWaiting', statistic: 'Maximum' },
      minutes: 5,
      threshold: longestWaitSeconds + WAIT_TOLERANCE,
      description: `A generation has been in line for ${WAIT_TOLERANCE} seconds longer than the ${longestWaitSeconds} seconds of longestWaitSeconds. generate-waiting should have ended it. On a quiet stage, this is the only sign that generate-waiting does not run at all.`,
      act: 'Run the doctor. It checks the queues, the event source and the room for the worker.',
    },
    WaitingErrors: {
      metric: { kind: 'functionErrors', function: 'generate-waiting', statistic: 'Sum' },
      minutes: 15,
      threshold: 5,
      description:
        'generate-waiting, which continues the generations in line, failed five or more times in 15 minutes. Overloaded models are no failure. The messages are delivered again.',
      act: 'Roll back if it started with a deployment.',
    },
  };
}
