import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, it } from 'vitest';
import { handler } from '../../functions/api/list-credit-history.ts';
import { callsMade, dynamodb, resetCloud, timedOut } from './support/cloud.ts';
import { call, UNEXPECTED_ERROR, USER } from './support/event.ts';
import { GENERATION, succeededRow } from './support/thumbnail-rows.ts';

const list = () => call(handler, { routeKey: 'GET /api/credits/history' });

const AT = '2026-11-21T09:00:00.000Z';
const SPEND = { userId: USER, entryId: `spend#${GENERATION}`, kind: 'spend', amount: -1, ref: GENERATION };
const EDIT = { ...SPEND, entryId: 'spend#e-1', ref: 'e-1', purpose: 'edit', thumbnailId: GENERATION };

beforeEach(() => {
  resetCloud();
  dynamodb
    .on(GetCommand, { TableName: 'users' })
    .resolves({ Item: { id: USER, credits: 3, packs: {}, createdAt: AT } })
    .on(GetCommand, { TableName: 'thumbnails' })
    .resolves({ Item: succeededRow() })
    .on(QueryCommand)
    .resolves({ Items: [EDIT, SPEND].map((entry) => ({ ...entry, createdAt: AT })) });
});

it('the history reads the account, one page of the index, and each thumbnail once', async () => {
  expect(await list()).toMatchObject({
    status: 200,
    body: {
      entries: [
        { kind: 'edit', balance: 3 },
        { kind: 'thumbnail', balance: 4 },
      ],
    },
  });

  expect(callsMade()).toEqual(['GetCommand', 'QueryCommand', 'GetCommand']);
  expect(dynamodb.commandCalls(QueryCommand)[0]?.args[0].input).toMatchObject({
    TableName: 'ledger',
    IndexName: 'history',
    ScanIndexForward: false,
    Limit: 20,
  });
});

it('the history reads the titles and the previews of thumbnails without their designs, at half the price of a consistent read', async () => {
  await list();

  const { input } = dynamodb.commandCalls(GetCommand).at(-1)?.args[0] ?? {};
  expect(input).toEqual({
    TableName: 'thumbnails',
    Key: { userId: USER, generationId: GENERATION },
    ProjectionExpression:
      '#generationId, #status, #kind, #name, #prompt, #imageKey, #previewKey, #designPreviewKey, #shown',
    ExpressionAttributeNames: {
      '#generationId': 'generationId',
      '#status': 'status',
      '#kind': 'kind',
      '#name': 'name',
      '#prompt': 'prompt',
      '#imageKey': 'imageKey',
      '#previewKey': 'previewKey',
      '#designPreviewKey': 'designPreviewKey',
      '#shown': 'shown',
    },
  });
});

it.each([
  ['the entries', () => dynamodb.on(QueryCommand).rejects(timedOut())],
  ['the thumbnails', () => dynamodb.on(GetCommand, { TableName: 'thumbnails' }).rejects(timedOut())],
])('the history answers 500 and takes nothing if %s cannot be read', async (_, fail) => {
  fail();

  expect(await list()).toMatchObject(UNEXPECTED_ERROR);
});
