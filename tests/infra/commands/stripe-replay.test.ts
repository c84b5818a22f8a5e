import { beforeEach, describe, expect, it } from 'vitest';
import { stripeReplayCommand } from '../../../infra/commands/stripe-replay.ts';
import { listInvocations, mockAnswers, mockStage, runOnDev } from '../support/operators.ts';

describe('a replay of payments', () => {
  beforeEach(() => mockStage());

  it('continues until the last slice, and fails if a payment could not be booked', async () => {
    mockAnswers({ reconciled: 2, failed: 1, cursor: 'evt_1' }, { reconciled: 1, failed: 0, unmatched: 0 });
    const since = new Date(Date.now() - 60_000).toISOString().replace(/\.\d+/, '');

    const { exitCode, printed } = await runOnDev(stripeReplayCommand, '--since', since);

    expect({ exitCode, printed }).toEqual({
      exitCode: 1,
      printed: '3 payments agree with Stripe, 1 failed, 0 match no pack.',
    });
    const request = { since: new Date(since).toISOString(), seconds: 45 };
    expect(listInvocations()).toEqual([
      ['reconcile', request],
      ['reconcile', { ...request, cursor: 'evt_1' }],
    ]);
  });

  it('fails if a paid payment matches no pack, because it brings no credits', async () => {
    mockAnswers({ reconciled: 2, failed: 0, unmatched: 1 });

    expect(
      await runOnDev(stripeReplayCommand, '--since', new Date(Date.now() - 1_000).toISOString()),
    ).toMatchObject({ exitCode: 1, printed: '2 payments agree with Stripe, 0 failed, 1 match no pack.' });
  });

  it('is refused for a time whose events Stripe no longer lists', async () => {
    expect(await runOnDev(stripeReplayCommand, '--since', '2020-01-01T00:00:00Z')).toMatchObject({
      exitCode: 2,
    });
  });
});
