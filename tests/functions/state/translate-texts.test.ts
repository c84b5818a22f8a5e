import { ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, expect, it } from 'vitest';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { edit, editItem, NOT_FOUND, prepareEdit } from './support/edits.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock } from './support/services.ts';

const translate = (thumbnailId = edit.thumbnailId, user = edit.user) =>
  callEndpoint('translateTexts', user, { body: { thumbnailId, languages: ['de'], texts: ['CASTLE'] } });

beforeEach(async () => {
  await prepareEdit();
  bedrock.on(ConverseCommand).resolves({
    stopReason: 'end_turn',
    output: { message: { role: 'assistant', content: [{ text: '{"de":["BURG"]}' }] } },
  });
});

it('translations take no credit, store nothing, and say how many requests are left today', async () => {
  const before = await db.listItems('thumbnails', edit.user);

  expect(await translate()).toMatchObject({
    status: 200,
    body: { translations: { de: ['BURG'] }, left: 39 },
  });
  expect(await translate()).toMatchObject({ body: { left: 38 } });

  expect(await db.readBalance(edit.user)).toBe(9);
  expect(await db.listItems('thumbnails', edit.user)).toEqual(before);
});

it.each([
  ['an unknown id', () => translate(db.newGeneration())],
  ["another user's thumbnail", () => translate(edit.thumbnailId, db.newUser())],
  ...['pending', 'waiting', 'failed', 'deleted'].map(
    (status) =>
      [
        `a ${status} thumbnail`,
        async () => {
          await db.putItem('thumbnails', thumbnailItem(edit.user, edit.thumbnailId, status));
          return translate();
        },
      ] as const,
  ),
  [
    'an edit',
    async () => {
      await db.putItem('thumbnails', editItem('succeeded'));
      return translate(edit.id);
    },
  ],
] as const)('translations for %s find nothing, call no model and are not counted', async (_, request) => {
  expect(await request()).toMatchObject(NOT_FOUND);
  expect(bedrock.commandCalls(ConverseCommand)).toEqual([]);
  const counters = await db.scanItems('rateLimits');
  expect(counters.filter(({ subject }) => subject === `translations#${edit.user}`)).toEqual([]);
});
