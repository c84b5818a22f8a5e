import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../../functions/generate-thumbnail.ts';
import { handler as sweep } from '../../../functions/refund-abandoned.ts';
import { bedrock, cancelled, conflict, s3, timedOut } from '../support/cloud.ts';
import { call, lambdaContext, USER } from '../support/event.ts';
import { rawAnswer, stabilityAnswer } from '../support/models.ts';
import { account, failCall, movements, openAccount, rowsOf, tablesWork } from '../support/tables.ts';

const CREDITS = 9;
/** More conflicts than one refund retries. */
const LONG = 40;

/** What one press of Generate meets. */
const press = fc.record({
  /** A few ids, so that some come again. */
  id: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', '8'),
  /** How long the model paints, in turns of the event loop. */
  turns: fc.nat({ max: 20 }),
  painted: fc.boolean(),
});
/** What becomes of a call to DynamoDB, counted from where the round begins. */
const fault = fc.record({
  skip: fc.nat({ max: 20 }),
  kind: fc.constantFrom('not sent', 'answer lost', 'conflict'),
  /** How many calls in a row meet it. */
  calls: fc.constantFrom(1, 2, LONG),
});
/** Requests that come at once, and what DynamoDB does meanwhile. */
const round = fc.record({
  presses: fc.array(press, { minLength: 1, maxLength: 7 }),
  faults: fc.array(fault, { maxLength: 2 }),
});
type Round = typeof round extends fc.Arbitrary<infer T> ? T : never;

const idOf = (id: string) => `0f8fad5b-d9cb-469f-a165-70867728950${id}`;
const openRecords = () =>
  rowsOf('thumbnails')
    .filter((row) => 'pendingShard' in row)
    .map((row) => String(row['generationId']))
    .sort();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00.000Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

async function play({ presses, faults }: Round): Promise<void> {
  for (const { skip, kind, calls } of faults) {
    for (let n = 0; n < calls; n += 1) {
      // In its own turn each, for the one before it lets the count pass.
      if (kind === 'conflict')
        failCall(cancelled(conflict), { command: 'TransactWriteCommand', skip: skip + n });
      else failCall(timedOut(), { skip: skip + n, done: kind === 'answer lost' });
    }
  }
  const models = new Map<string, (typeof presses)[number]>(presses.map((each) => [each.id, each]));
  bedrock.on(InvokeModelCommand).callsFake(async (input: { body: string }) => {
    const { turns = 0, painted } = models.get((JSON.parse(input.body) as { prompt: string }).prompt) ?? {};
    for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    return painted === true ? stabilityAnswer() : rawAnswer('{"finish_reasons":["Filter reason: prompt"]}');
  });
  await Promise.all(
    presses.map(({ id }) =>
      call(handler, { body: { prompt: id, userId: USER, generationId: idOf(id), model: 'first' } }),
    ),
  );
}

describe('concurrent generations with lost responses, conflicts and retries', () => {
  it('end exactly once each, and the balance equals the sum of the ledger', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        tablesWork();
        openAccount(CREDITS);
        s3.on(PutObjectCommand).resolves({});
        s3.on(DeleteObjectCommand).resolves({});

        for (const each of rounds) await play(each);

        vi.setSystemTime(Date.now() + 600_000);
        // What is left of the faults meets the first sweeps.
        for (let run = 0; run < 200 && openRecords().length > 0; run += 1) {
          await sweep({} as ScheduledEvent, lambdaContext()).catch(() => undefined);
        }
        expect(openRecords()).toEqual([]);
        const moved = movements();
        for (const { generationId, status } of rowsOf('thumbnails')) {
          expect(moved[`spend#${String(generationId)}`]).toBe(-1);
          expect(moved[`refund#${String(generationId)}`]).toBe(status === 'failed' ? 1 : undefined);
        }
        const sum = Object.values(moved).reduce((total: number, amount) => total + Number(amount), 0);
        expect(account()?.['credits']).toBe(CREDITS + sum);
      }),
      { numRuns: 40 },
    );
  }, 30_000);
});
