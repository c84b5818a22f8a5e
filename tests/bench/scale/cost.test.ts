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

/** Indexes that a write of a thumbnail's record enters or leaves: each costs a write of its own. */
function indexWrites(write: string): number {
  return [/"pendingShard":|REMOVE pendingShard/, /"listedAt":|listedAt = /].filter((change) =>
    change.test(write),
  ).length;
}

/** What each transaction cost, in its order: two units a row, and one for each index. */
function transactions(): number[] {
  return dynamodb.commandCalls(TransactWriteCommand).map(({ args: [{ input }] }) => {
    const items = input.TransactItems ?? [];
    return items.reduce((units, item) => units + 2 + indexWrites(JSON.stringify(item)), 0);
  });
}

/** The cost of each write outside a transaction: one unit, and one for each index. */
function singleWrites(): number[] {
  return [UpdateCommand, PutCommand, DeleteCommand]
    .flatMap((write) => dynamodb.commandCalls(write as typeof UpdateCommand))
    .map(({ args: [{ input }] }) => 1 + indexWrites(JSON.stringify(input)));
}

describe('the write units of the bill', () => {
  it('are those of a generation that succeeds', async () => {
    await generate();

    expect(transactions()).toEqual([WRITE_UNITS.reserve]);
    expect(singleWrites()).toEqual([WRITE_UNITS.settle]);
  });

  it('are those of a generation that fails', async () => {
    bedrock.on(InvokeModelCommand).rejects(new Error('Nothing.'));

    await generate();

    expect(transactions()).toEqual([WRITE_UNITS.reserve, WRITE_UNITS.refund]);
    expect(singleWrites()).toEqual([]);
  });
});
