import { readFileSync } from 'node:fs';
import { describe, expect, it, beforeEach } from 'vitest';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { LIMITS } from '#contract/limits.ts';
import { listMaxima, type RateLimitName } from '#contract/rate-limits.ts';
import { readQuote } from '../report.ts';
import {
  CANCELED_UNITS,
  REFUSED_KILOBYTES,
  renderDailyCosts,
  RETRY_UNITS,
  SAVE_READ_UNITS,
  SAVED_KILOBYTES,
  sumDailyCosts,
} from './daily-cost.ts';
import { ABUSE } from './assumptions.ts';
import { LARGEST_DESIGN } from '../../support/largest-design.ts';
import { suggestEdit } from '../../../functions/api/suggest-edit.ts';
import { handler as createEdit } from '../../../functions/api/create-edit.ts';
import { LISTS, readProduction, renderReport, WRITE_UNITS } from './cost.ts';
import { ConverseCommand, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { saveDesign } from '../../../functions/thumbnails/designs/save-design.ts';
import { markWaiting, startAttempt } from '../../../functions/thumbnails/table/life-cycle.ts';
import { failGeneration } from '../../../functions/thumbnails/generation/fail-generation.ts';
import { handler } from '../../../functions/api/generate-thumbnail.ts';
import {
  bedrock,
  cancelled,
  cloudWorks,
  dynamodb,
  refused,
  transactions,
  untouched,
} from '../../functions/support/cloud.ts';
import { call, USER } from '../../functions/support/event.ts';
import { answerImageKey } from '../../functions/support/image-key.ts';
import { GENERATION, PROMPT, succeededRow } from '../../functions/support/thumbnail-rows.ts';
import { mockService } from '../../functions/support/mock-service.ts';

const settings = readProduction();
const maxima = listMaxima(settings.rateLimits);

it('docs/scale.md quotes the current costs (update it with `npm run bench:scale -- --write`)', () => {
  expect(readQuote(readFileSync('docs/scale.md', 'utf8'), 'npm run bench:scale')).toBe(renderReport());
});

describe('what one account without a purchase costs in a day', () => {
  it('is at most 5 US dollars, and the page has the current sum', () => {
    expect(sumDailyCosts(settings)).toBeLessThanOrEqual(5);
    expect(readQuote(readFileSync('docs/security.md', 'utf8'), 'npm run bench:scale')).toBe(
      renderDailyCosts(),
    );
  });

  // Limits without a row. Other limits bound their costs: the limit of the day, of the stage or of a domain. Handles cost no
  // money.
  const NO_COST = new Set<string>([
    'designSaves',
    // The credits of an account bound a burst of generations.
    'generations',
    'welcomes',
    'domainWelcomes',
    'providerWelcomes',
    'allSupportMessages',
    'channelHandles',
    // Keys need a purchase.
    'keys',
    'keyRequests',
  ] satisfies RateLimitName[]);

  it.each(Object.entries(maxima).filter(([name]) => !NO_COST.has(name)))(
    'depends on %s, with a row in tests/bench/scale/daily-cost.ts, or NO_COST here says why not',
    (name, maximum) => {
      const doubled = { ...maxima, [name]: 2 * maximum };

      expect(sumDailyCosts(settings, doubled)).toBeGreaterThan(sumDailyCosts(settings));
    },
  );
});

const generate = () => call(handler, { body: { prompt: PROMPT, userId: USER, generationId: GENERATION } });

beforeEach(() => {
  cloudWorks();
  answerImageKey();
});

/** The units of an index: one to add or to remove an entry, two to move an entry. */
const INDEX_UNITS: readonly (readonly [change: RegExp, units: number])[] = [
  [/"pendingShard":|REMOVE [^"]*#pendingShard/, 1],
  [/"listedAt":|REMOVE [^"]*#listedAt/, LISTS],
  [/#listedAt = /, 2 * LISTS],
  // The entries of a waiting generation in `pending` and the lists change, and it enters `waiting`.
  [/SET [^"]*#waitingLine = /, 2 + LISTS],
  // The next attempt moves the entry in `pending`, changes the entries in the lists, and removes the entry in `waiting`.
  [/SET [^"]*#startedAt = [^"]* REMOVE #waitingLine/, 3 + LISTS],
  // A new entry of the ledger.
  [/"entryId":/, 1],
];

function countIndexWrites(write: string): number {
  return INDEX_UNITS.reduce((sum, [change, units]) => sum + (change.test(write) ? units : 0), 0);
}

/** Calculates the units of each transaction: two for a row, one for an index. */
function calculateTransactionUnits(): number[] {
  return dynamodb.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => {
    const items = input.TransactItems ?? [];
    return items.reduce((units, item) => units + 2 + countIndexWrites(JSON.stringify(item)), 0);
  });
}

/** Calculates the units of each write outside a transaction: one, and one for an index. */
function calculateSingleUnits(): number[] {
  return [UpdateCommand, PutCommand, DeleteCommand]
    .flatMap((write) => dynamodb.commandCalls(write as typeof UpdateCommand))
    .map(({ args: [{ input }] }) => 1 + countIndexWrites(JSON.stringify(input)));
}

describe('the write units of the cost model', () => {
  it('match the writes of a generation that succeeds', async () => {
    await generate();

    expect(calculateTransactionUnits()).toEqual([WRITE_UNITS.reserve]);
    expect(calculateSingleUnits()).toEqual([WRITE_UNITS.settle]);
  });

  it('match the writes of a generation that fails', async () => {
    bedrock.on(InvokeModelCommand).rejects(Object.assign(new Error(), { name: 'AccessDeniedException' }));

    await generate();

    expect(calculateTransactionUnits()).toEqual([WRITE_UNITS.reserve, WRITE_UNITS.refund]);
    expect(calculateSingleUnits()).toEqual([]);
  });

  it('match the writes of a generation that waits and is cancelled', async () => {
    const time = '2026-11-21T09:00:00.000Z';
    const place = { startedAt: time, waitingLine: 'price-1', waitingSince: time };
    const waiting = { ...succeededRow(), ...place, status: 'waiting' } as const;
    bedrock.on(InvokeModelCommand).rejects(Object.assign(new Error(), { name: 'ThrottlingException' }));
    mockService(SQSClient).on(SendMessageCommand).resolves({});
    // The generations in front.
    dynamodb.on(QueryCommand).resolves({ Items: [] });
    dynamodb.on(UpdateCommand).resolves({ Attributes: waiting });

    await generate();
    await failGeneration(waiting, { code: 'generation_canceled' });

    const units = [...calculateTransactionUnits(), ...calculateSingleUnits()];
    // The refund also leaves `waiting`.
    expect(units.reduce((sum, each) => sum + each) + 1).toBe(CANCELED_UNITS.row + CANCELED_UNITS.others);
  });

  it('match the writes of a waiting generation that tries again', async () => {
    const time = '2026-11-21T09:00:00.000Z';
    const place = { waitingLine: 'price-1', waitingSince: time };
    const waiting = { ...succeededRow(), ...place, startedAt: time, status: 'waiting' } as const;
    dynamodb.on(UpdateCommand).resolves({ Attributes: waiting });

    await startAttempt(waiting, 'attempt-2', Date.parse(time));
    await markWaiting({ ...waiting, status: 'pending', attemptId: 'attempt-2' }, place);

    const units = calculateSingleUnits().reduce((sum, each) => sum + each);
    expect(units).toBe(RETRY_UNITS.row + RETRY_UNITS.others);
  });

  /** Sums the kilobytes of the rows of the first transaction. Any other row has one. */
  const sumKilobytes = (rows: Record<string, number>) =>
    (transactions()[0] ?? [])
      .map(({ ConditionCheck, Put, Update }): unknown => {
        const key: Record<string, unknown> = ConditionCheck?.Key ?? Update?.Key ?? Put?.Item ?? {};
        return key['generationId'];
      })
      .reduce<number>((sum, id) => sum + (rows[String(id)] ?? 1), 0);

  /** Sums the units of the reads: one for each started 4 KB of a consistent read, and half of it for another read. */
  const sumReadUnits = (rows: Record<string, number>) =>
    dynamodb
      .commandCalls(GetCommand)
      .reduce(
        (sum, { args: [{ input }] }) =>
          sum +
          Math.ceil((rows[String(input.Key?.['generationId'])] ?? 1) / 4) *
            (input.ConsistentRead === true ? 1 : 0.5),
        0,
      );
  const { edit, row, design, words } = ABUSE.kilobytes;
  const [EDIT = '', BASE = '', ...CUTOUTS] = ['0', '1', '2', '3', '4', '5'].map(
    (digit) => GENERATION.slice(0, -1) + digit,
  );

  it('match the kilobytes that a refused edit of an edit checks', async () => {
    // The limit of a minute refuses it.
    dynamodb
      .on(TransactWriteCommand)
      .rejects(cancelled(untouched, untouched, untouched, refused(), untouched));
    const operation = { kind: 'recolor', find: 'the sky', prompt: PROMPT };

    await call(createEdit, {
      body: { userId: USER, editId: EDIT, thumbnailId: GENERATION, baseId: BASE, operation },
    });

    expect(sumKilobytes({ [EDIT]: edit, [GENERATION]: row + design + words, [BASE]: edit })).toBe(
      REFUSED_KILOBYTES,
    );
  });

  it('match the kilobytes of a save of the largest design, which shows an edit and four cut-outs', async () => {
    dynamodb.on(GetCommand).resolves({ Item: succeededRow({ kind: 'edit', thumbnailId: GENERATION }) });
    const cutouts = [...CUTOUTS];
    const layers = LARGEST_DESIGN.layers.map((layer) =>
      layer.kind === 'cutout' ? { ...layer, empty: false, cutoutId: cutouts.pop() ?? '' } : layer,
    );

    await saveDesign({
      ...{ userId: USER, generationId: GENERATION, revision: 0, picture: undefined },
      design: { ...LARGEST_DESIGN, layers, image: EDIT },
    });

    const kilobytes = { [EDIT]: edit, [GENERATION]: row + design + words };
    expect(sumKilobytes(kilobytes)).toBe(SAVED_KILOBYTES);
    expect(sumReadUnits(kilobytes)).toBe(SAVE_READ_UNITS);
  });
});

it('the tokens of a suggestion for an edit are at most the tokens of the cost model', async () => {
  bedrock.on(ConverseCommand).resolves({
    stopReason: 'end_turn',
    output: { message: { role: 'assistant', content: [{ text: '{"kind":"upscale"}' }] } },
  });

  await suggestEdit({
    instruction: '字'.repeat(LIMITS.instructionLength),
    prompt: '字'.repeat(LIMITS.promptLength),
    texts: Array.from({ length: DESIGN_LIMITS.textLayers }, () => '字'.repeat(DESIGN_LIMITS.textLength)),
    width: 1_344,
    height: 768,
  });

  const { system, messages, inferenceConfig } = bedrock.commandCalls(ConverseCommand)[0]?.args[0].input ?? {};
  const [instructions = '', message = ''] = [system?.[0]?.text, messages?.[0]?.content?.[0]?.text];
  // Each character of the message is a token. The instructions are English: a token has four characters.
  expect(message).toContain('字'.repeat(LIMITS.instructionLength));
  expect(instructions.length / 4 + message.length).toBeLessThanOrEqual(ABUSE.editTokens.inputTokens);
  expect(inferenceConfig?.maxTokens).toBe(ABUSE.editTokens.outputTokens);
});
