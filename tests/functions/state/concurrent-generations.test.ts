import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import type { ScheduledEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as refundAbandoned } from '../../../functions/refund-abandoned.ts';
import { cancelled, conflict, timedOut } from '../support/aws-errors.ts';
import { lambdaContext } from '../support/event.ts';
import { stabilityAnswer } from '../support/models.ts';
import {
  createTables,
  failCall,
  ledgerAmounts,
  listItems,
  newGeneration,
  newUser,
  putItem,
  putUser,
  readBalance,
  sum,
} from './support/database.ts';
import { FILTERED, generate, prepareGeneration } from './support/generation.ts';
import { ledgerItem } from './support/items.ts';
import { bedrock } from './support/services.ts';

let user: string;
const records = () => listItems('thumbnails', user);

async function sweepLater() {
  vi.setSystemTime(Date.now() + 600_000);
  return refundAbandoned({} as ScheduledEvent, lambdaContext());
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:12.000Z') });
  prepareGeneration();
  user = newUser();
});

describe('concurrent generations with lost responses, conflicts and repetitions', () => {
  /** More conflicts than one write retries. */
  const LASTING = 40;
  const request = fc.record({
    /** A few ids, so that some are repeated. */
    digit: fc.constantFrom('1', '2', '3', '4', '5', '6'),
    succeeds: fc.boolean(),
  });
  const fault = fc.record({
    skip: fc.nat({ max: 20 }),
    kind: fc.constantFrom('not sent', 'response lost', 'conflict'),
    calls: fc.constantFrom(1, 2, LASTING),
  });
  type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never;
  const round = fc.record({
    requests: fc.array(request, { minLength: 1, maxLength: 6 }),
    faults: fc.array(fault, { maxLength: 2 }),
  });

  function injectFaults(faults: Fault[]): void {
    for (const { skip, kind, calls } of faults) {
      for (let call = 0; call < calls; call += 1) {
        if (kind === 'conflict')
          failCall(cancelled(conflict), { operation: 'TransactWriteItems', skip: skip + call });
        else failCall(timedOut(), { skip: skip + call, isWritten: kind === 'response lost' });
      }
    }
  }

  const pendingIds = async () => (await records()).filter((item) => 'pendingShard' in item);

  it('end exactly once each, and the balance equals the sum of the ledger', async () => {
    const prefix = newGeneration().slice(0, -1);
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 3 }), async (rounds) => {
        await createTables();
        await putUser(user, 9);
        for (const { requests, faults } of rounds) {
          injectFaults(faults);
          const outcomes = new Map<string, boolean>(requests.map(({ digit, succeeds }) => [digit, succeeds]));
          bedrock.on(InvokeModelCommand).callsFake(({ body }: { body: string }) => {
            const { prompt } = JSON.parse(body) as { prompt: string };
            return Promise.resolve(outcomes.get(prompt) === true ? stabilityAnswer() : FILTERED);
          });
          await Promise.all(requests.map(({ digit }) => generate(user, prefix + digit, { prompt: digit })));
        }
        // The remaining faults affect the first runs of the schedule.
        for (let run = 0; run < 200 && (await pendingIds()).length > 0; run += 1) {
          await sweepLater().catch(() => undefined);
        }

        expect(await pendingIds()).toEqual([]);
        const amounts = await ledgerAmounts(user);
        for (const { generationId, status } of await records()) {
          expect(amounts[`spend#${String(generationId)}`]).toBe(-1);
          expect(amounts[`refund#${String(generationId)}`]).toBe(status === 'failed' ? 1 : undefined);
        }
        expect(await readBalance(user)).toBe(9 + sum(amounts));
      }),
      { numRuns: 12 },
    );
  });

  it('never spend more than the balance', async () => {
    await putUser(user, 3);
    await putItem('ledger', ledgerItem(user, 'welcome', 'sign-up', 3));

    const answers = await Promise.all(Array.from({ length: 6 }, () => generate(user, newGeneration())));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 402, 402, 402]);
    expect(await readBalance(user)).toBe(0);
    expect(sum(await ledgerAmounts(user))).toBe(0);
  });
});
