import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { countRefund } from '../../../functions/platform/metrics.ts';
import { timedOut } from '../support/aws-errors.ts';
import { stabilityAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { deletedImages, FILTERED } from './support/generation.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock } from './support/services.ts';
import {
  deliver,
  returnDelays,
  NOW,
  MINUTE_MS,
  record,
  throttled,
  modelsAreBusy,
  modelsWork,
  pass,
  sweep,
  cancel,
  join,
  expectSucceededOnce,
  expectRefundedOnce,
  generation,
  prepareWaiting,
  startOver,
} from './support/waiting-generation.ts';

beforeEach(prepareWaiting);

describe('the cancellation of a generation', () => {
  it('ends a waiting generation with a refund, any number of times, and its message then does nothing', async () => {
    await join();

    expect(await cancel()).toMatchObject({ status: 200, body: { canceled: true } });
    expect(await cancel()).toMatchObject({ status: 200, body: { canceled: true } });
    expect(vi.mocked(countRefund).mock.calls).toEqual([[1, 'canceled']]);

    modelsWork();
    expect(await deliver()).toBe(true);
    await expectRefundedOnce('generation_canceled');
  });

  it('is refused while the image is generated', async () => {
    await join();
    let answer: unknown;
    bedrock.on(InvokeModelCommand).callsFake(async () => {
      answer = await cancel();
      return stabilityAnswer();
    });

    await deliver();

    expect(answer).toMatchObject({ status: 409, body: { code: 'in_progress' } });
    await expectSucceededOnce();
  });

  it('is refused when an attempt starts between its read and its write', async () => {
    await join();
    modelsWork();
    db.interceptCall({ operation: 'TransactWriteItems', before: () => deliver() });

    expect((await cancel()).status).toBe(404);
    await expectSucceededOnce();
  });

  it('does not find the generation of another user', async () => {
    await join();
    const { id } = generation;
    await startOver();
    generation.id = id;

    expect(await cancel()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(['succeeded', 'failed'])('does not find a generation that has %s', async (status) => {
    await db.putItem('thumbnails', thumbnailItem(generation.user, generation.id, status));

    expect(await cancel()).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('a message of the line', () => {
  it('that two workers get at the same time is processed by one of them', async () => {
    await join();
    bedrock.reset();
    modelsWork();

    await Promise.all([deliver(), deliver(), deliver()]);

    expect(bedrock.commandCalls(InvokeModelCommand)).toHaveLength(1);
    await expectSucceededOnce();
  });

  it('that is delivered again after the end changes nothing', async () => {
    await join();
    modelsWork();
    await deliver();
    const ended = await record();

    pass(600_000);
    expect(await deliver()).toBe(true);

    expect(await record()).toEqual(ended);
    expect(deletedImages()).toEqual([]);
  });

  it('that starts a second attempt after a minute prevents a late end of the first attempt', async () => {
    await join();
    let isFirst = true;
    bedrock.on(InvokeModelCommand).callsFake(async () => {
      if (!isFirst) return stabilityAnswer();
      isFirst = false;
      pass(MINUTE_MS + 1);
      expect(await deliver()).toBe(true);
      // The late attempt ends in another way.
      return FILTERED;
    });

    expect(await deliver()).toBe(true);

    await expectSucceededOnce();
    expect(deletedImages()).toEqual([]);
  });

  it('that waits again in its second attempt is not ended by a late first attempt', async () => {
    await join();
    let isFirst = true;
    bedrock.on(InvokeModelCommand).callsFake(async () => {
      if (!isFirst) throw throttled();
      isFirst = false;
      pass(MINUTE_MS + 1);
      expect(await deliver()).toBe(false);
      return stabilityAnswer();
    });

    await deliver();

    expect(await record()).toMatchObject({ status: 'waiting', waitingSince: NOW });
    expect(deletedImages()).toEqual([]);
    expect(await db.ledgerAmounts(generation.user)).toEqual({ [`spend#${generation.id}`]: -1 });
  });

  it('is returned when the account cannot be read, and its generation then succeeds', async () => {
    await join();
    modelsWork();
    db.failCall(timedOut(), { operation: 'GetItem', table: 'users' });

    await expect(deliver()).rejects.toThrow();
    expect(returnDelays()).toEqual([10]);
    expect(await record()).toMatchObject({ status: 'waiting' });
    expect(await deliver()).toBe(true);

    await expectSucceededOnce();
  });

  it('that cannot be read is returned, and the invocation fails', async () => {
    await expect(deliver('{}')).rejects.toThrow();
    expect(returnDelays()).toEqual([10]);
  });
});

describe('refund-abandoned', () => {
  it('leaves a generation in line until two minutes after its longest wait, and then refunds it', async () => {
    await join();

    pass(420_000 - 1);
    expect(await sweep()).toEqual({ refunded: 0 });
    pass(1);
    expect(await sweep()).toEqual({ refunded: 1 });

    await expectRefundedOnce('model_unavailable');
    modelsWork();
    expect(await deliver()).toBe(true);
  });

  it('does not end an attempt that has just started', async () => {
    await join();
    pass(420_000);
    bedrock.on(InvokeModelCommand).callsFake(async () => {
      expect(await sweep()).toEqual({ refunded: 0 });
      return stabilityAnswer();
    });

    expect(await deliver()).toBe(true);

    await expectSucceededOnce();
  });

  it('refunds a generation whose attempt died, after its longest wait', async () => {
    await join();
    modelsWork();
    db.failCall(timedOut(), { operation: 'UpdateItem', skip: 1 });
    db.failCall(timedOut(), { operation: 'TransactWriteItems' });
    // It is neither charged nor refunded, so its message stays.
    expect(await deliver()).toBe(false);
    expect(returnDelays()).toEqual([5]);
    expect(await record()).toMatchObject({ status: 'pending' });

    pass(420_000);
    expect(await sweep()).toEqual({ refunded: 1 });
    await expectRefundedOnce('model_unavailable');
  });
});

describe('an attempt of which any call to DynamoDB fails or loses its response', () => {
  it.each([
    ['the models work', modelsWork],
    ['the models are overloaded', modelsAreBusy],
    ['the prompt is filtered', () => bedrock.on(InvokeModelCommand).resolves(FILTERED)],
  ])('ends once when %s and the message is delivered again', async (_, prepare) => {
    await join();
    prepare();
    await deliver();
    const failures = db.listFailures();
    expect(failures.length).toBeGreaterThan(4);

    for (const failure of failures) {
      await startOver();
      await join();
      prepare();
      db.failCall(timedOut(), failure);
      await deliver().catch(() => undefined);
      db.resetCalls();

      pass(MINUTE_MS + 1);
      modelsWork();
      await deliver();
      pass(600_000);
      await sweep();

      const ledger = await db.ledgerAmounts(generation.user);
      const refund = `refund#${generation.id}` in ledger;
      expect(await record(), JSON.stringify(failure)).toMatchObject({
        status: refund ? 'failed' : 'succeeded',
      });
      expect(await db.readBalance(generation.user)).toBe(refund ? 5 : 4);
    }
  });
});
