import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, expect, it } from 'vitest';
import { DESIGN, TEXT_LAYER } from '../../support/designs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { edit, editItem, NOT_FOUND, prepareEdit } from './support/edits.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock } from './support/services.ts';

const SUGGESTION = { kind: 'recolor', find: 'flags', prompt: 'red' };

const suggest = (thumbnailId = edit.thumbnailId, user = edit.user) =>
  callEndpoint('suggestEdit', user, { body: { thumbnailId, instruction: 'Make the flags red' } });

beforeEach(async () => {
  await prepareEdit();
  bedrock.on(ConverseCommand).resolves({
    stopReason: 'end_turn',
    output: { message: { role: 'assistant', content: [{ text: JSON.stringify(SUGGESTION) }] } },
  });
});

it('a suggestion reads the stored prompt and texts of a thumbnail, takes no credit and stores nothing', async () => {
  const { user, thumbnailId } = edit;
  const design = JSON.stringify({ ...DESIGN, layers: [{ ...TEXT_LAYER, text: 'DAY ONE' }] });
  const stored = thumbnailItem(user, thumbnailId, 'succeeded', { design, designVersion: 1 });
  await db.putItem('thumbnails', stored);

  expect(await suggest()).toMatchObject({ status: 200, body: { suggestion: SUGGESTION } });

  const [call] = bedrock.commandCalls(ConverseCommand);
  const message = call?.args[0].input.messages?.[0]?.content?.[0]?.text ?? '';
  expect(JSON.parse(message)).toEqual({
    instruction: 'Make the flags red',
    prompt: 'a castle',
    texts: ['DAY ONE'],
  });
  expect(await db.readBalance(user)).toBe(9);
  expect(await db.listItems('thumbnails', user)).toEqual([stored]);
});

it.each([
  ['an unknown id', () => suggest(db.newGeneration())],
  ["another user's thumbnail", () => suggest(edit.thumbnailId, db.newUser())],
  ...['pending', 'waiting', 'failed', 'deleted'].map(
    (status) =>
      [
        `a ${status} thumbnail`,
        async () => {
          await db.putItem('thumbnails', thumbnailItem(edit.user, edit.thumbnailId, status));
          return suggest();
        },
      ] as const,
  ),
  [
    'an edit',
    async () => {
      await db.putItem('thumbnails', editItem('succeeded'));
      return suggest(edit.id);
    },
  ],
] as const)('a suggestion for %s finds nothing and calls no model', async (_, request) => {
  expect(await request()).toMatchObject(NOT_FOUND);
  expect(bedrock.commandCalls(ConverseCommand)).toEqual([]);
});

it("concepts for another user's thumbnail find nothing and call no model", async () => {
  const body = { thumbnailId: edit.thumbnailId };

  expect(await callEndpoint('suggestConcepts', db.newUser(), { body })).toMatchObject(NOT_FOUND);
  expect(bedrock.commandCalls(ConverseCommand)).toEqual([]);
});
