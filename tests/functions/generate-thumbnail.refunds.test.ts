import { InvokeModelCommand, ThrottlingException } from '@aws-sdk/client-bedrock-runtime';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as metrics from '../../functions/shared/metrics.ts';
import {
  bedrock,
  callsMade,
  cancelled,
  cloudWorks,
  conflict,
  dynamodb,
  refused,
  timedOut,
  untouched,
} from './support/cloud.ts';
import { USER } from './support/event.ts';
import { generate } from './support/generation.ts';
import { rawAnswer, stabilityAnswer } from './support/models.ts';

const FILTERED = rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');
const poor = refused({ id: USER, credits: 0 });

/** The refund is the transaction after the reserve. */
const failRefund = (error: Error) => dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
  cloudWorks();
});

describe('a refund', () => {
  it.each([
    ['its response is lost', timedOut()],
    ['there is no account', cancelled(untouched, untouched, refused())],
    ['the reason is unknown', cancelled(untouched, untouched, poor)],
  ])('that fails because %s leaves the generation pending and announces the refund', async (_, error) => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    failRefund(error);

    const answer = await generate();

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered', charge: 'returning' } });
    expect(callsMade()).toEqual(['TransactWriteCommand', 'InvokeModelCommand', 'TransactWriteCommand']);
    expect(metrics.countRefundFailure).toHaveBeenCalledOnce();
    expect(metrics.countRefund).not.toHaveBeenCalled();
    expect(metrics.countGeneration).not.toHaveBeenCalled();
  });

  it('is retried after a conflict', async () => {
    bedrock.on(InvokeModelCommand).resolves(FILTERED);
    dynamodb
      .on(TransactWriteCommand)
      .resolvesOnce({})
      .rejectsOnce(cancelled(untouched, untouched, conflict))
      .resolves({});

    const answer = await generate();

    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'content_filtered', charge: 'refunded' });
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
  });
});

describe('the metrics of a generation', () => {
  it('count a success with its model, its credits and the time of the image', async () => {
    bedrock.on(InvokeModelCommand).callsFake(() => {
      vi.setSystemTime('2026-11-21T09:00:09.000Z');
      return stabilityAnswer();
    });

    await generate({ model: 'dear' });

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('succeeded', 'dear');
    expect(metrics.recordImageTime).toHaveBeenCalledExactlyOnceWith(9_000);
    expect(metrics.recordModelImage).toHaveBeenCalledExactlyOnceWith('dear', 9_000, undefined);
    expect(metrics.countCreditsSpent).toHaveBeenCalledExactlyOnceWith(3);
    expect(metrics.countRefund).not.toHaveBeenCalled();
  });

  it('count a failure with its code, the refund and each model that was unavailable', async () => {
    bedrock.on(InvokeModelCommand).rejects(new ThrottlingException({ message: 'busy', $metadata: {} }));

    await generate();

    expect(metrics.countGeneration).toHaveBeenCalledExactlyOnceWith('model_unavailable', 'first');
    expect(metrics.countRefund).toHaveBeenCalledExactlyOnceWith(1, 'failed');
    expect(vi.mocked(metrics.countModelUnavailable).mock.calls).toEqual([['first'], ['second']]);
  });
});
