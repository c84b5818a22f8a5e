import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { countPaidGenerations } from '../../bench/scale/paid-generations.ts';
import { stabilityAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { bedrock } from './support/services.ts';

const START = Date.parse('2026-11-22T00:00:00Z');
const setMinute = (minute: number) => vi.setSystemTime(START + minute * 60_000);

let user: string;
const start = () => generate(user, db.newGeneration());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  prepareGeneration();
  user = db.newUser();
});

/** Starts a generation at each of the minutes. The model answers after all of them have called it. @returns their statuses. */
async function runBurst(minutes: readonly number[], answer = FILTERED): Promise<unknown[]> {
  let release: () => void = () => undefined;
  const released = new Promise<typeof answer>((resolve) => {
    release = () => resolve(answer);
  });
  const started: ReturnType<typeof start>[] = [];
  for (const minute of minutes) {
    setMinute(minute);
    await new Promise<unknown>((resolve, reject) => {
      bedrock.on(InvokeModelCommand).callsFake(() => {
        resolve(minute);
        return released;
      });
      const generation = start();
      started.push(generation);
      // A refused generation does not call the model.
      generation.then(resolve, reject);
    });
  }
  release();
  return (await Promise.all(started)).map(({ status }) => status);
}

describe('the generations of a day that can pay a model', () => {
  it.each([
    ['a failure', FILTERED, 422, 429],
    ['an image', stabilityAnswer(), 200, 402],
  ])(
    'reach their maximum in bursts of all credits, also if each of the last is %s',
    async (_, last, status, refusal) => {
      const credits = 3;
      await db.putUser(user, credits);
      const repeat = <Item>(item: Item) => Array.from({ length: credits }, () => item);

      // Three failures together skip two pauses. Then the pauses have 2, 16, 128 and 1,024 minutes.
      for (const minute of [0, 0, 2, 18, 146]) expect(await runBurst(repeat(minute))).toEqual(repeat(422));
      expect(await runBurst(repeat(1_170), last)).toEqual(repeat(status));

      expect(6 * credits).toBe(
        countPaidGenerations({ unusableInput: RATE_LIMITS.unusableInput.maximum }, credits),
      );
      setMinute(24 * 60 - 1);
      expect(await start()).toMatchObject({ status: refusal });
    },
  );

  it('may all run at the same time, even if they are more than the limit of a minute', async () => {
    const limit = RATE_LIMITS.generations.maximum;
    await db.putUser(user, limit + 1);

    const statuses = await runBurst([...Array.from({ length: limit }, () => 0.9), 1]);

    expect(statuses).toEqual(Array.from({ length: limit + 1 }, () => 422));
  });
});
