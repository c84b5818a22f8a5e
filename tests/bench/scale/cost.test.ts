import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/generate-thumbnail.ts';
import { bedrock, cloudWorks, dynamodb } from '../../functions/support/cloud.ts';
import { call, USER } from '../../functions/support/event.ts';
import { GENERATION, PROMPT } from '../../functions/support/thumbnail-rows.ts';
import { WRITE_UNITS } from './cost.ts';

const generate = () => call(handler, { body: { prompt: PROMPT, userId: USER, generationId: GENERATION } });

beforeEach(cloudWorks);

/** The units of an index: one to add or to remove an entry, two to move one. */
const INDEX_UNITS: readonly (readonly [change: RegExp, units: number])[] = [
  [/"pendingShard":|REMOVE [^"]*#pendingShard/, 1],
  [/"listedAt":|REMOVE [^"]*#listedAt/, 1],
  [/#listedAt = /, 2],
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
    bedrock.on(InvokeModelCommand).rejects(new Error('Nothing.'));

    await generate();

    expect(calculateTransactionUnits()).toEqual([WRITE_UNITS.reserve, WRITE_UNITS.refund]);
    expect(calculateSingleUnits()).toEqual([]);
  });
});
