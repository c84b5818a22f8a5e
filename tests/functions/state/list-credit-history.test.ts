import { beforeEach, describe, expect, it } from 'vitest';
import { listCreditHistoryResponse, type CreditChange } from '#contract/endpoints/credit-schemas.ts';
import { TABLES } from '#contract/tables.ts';
import { historyEntry } from '../../../functions/credits/ledger/entries.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { invalidRequest, INTERNAL_ERROR_BODY } from '../support/event.ts';
import * as db from './support/database.ts';
import { ledgerItem, thumbnailItem } from './support/items.ts';

let user: string;

const list = (query: Record<string, string> = {}, sub = user) =>
  callEndpoint('listCreditHistory', sub, { query });

async function read(query: Record<string, string> = {}, sub = user) {
  return listCreditHistoryResponse.parse((await list(query, sub)).body);
}

/** Reads all pages. */
async function readAll(limit: number): Promise<CreditChange[]> {
  const entries: CreditChange[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: String(limit), ...(cursor !== undefined && { cursor }) });
    entries.push(...page.entries);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return entries;
}

const encode = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url');

const atMinute = (minute: number) => `2026-11-21T09:${String(minute).padStart(2, '0')}:00.000Z`;

type Entry = [kind: string, ref: string, amount: number, more?: db.Item];

/** Writes an account with entries, one a minute from 09:00 on, unless an entry has its own time. The balance is their sum. */
async function putEntries(...entries: Entry[]): Promise<string> {
  const userId = db.newUser();
  const balance = entries.reduce((sum, [, , amount]) => sum + amount, 0);
  await db.putUser(userId, balance);
  for (const [minute, [kind, ref, amount, more]] of entries.entries()) {
    await db.putItem(
      'ledger',
      ledgerItem(userId, kind, ref, amount, { createdAt: atMinute(minute), ...more }),
    );
  }
  return userId;
}

beforeEach(() => {
  user = db.newUser();
});

describe('the index of the history', () => {
  it('has exactly the attributes that the history reads, and none of the operator', () => {
    const { key, indexes } = TABLES.ledger;

    expect(new Set([...indexes.history.projection, ...key, 'createdAt'])).toEqual(
      new Set(Object.keys(historyEntry.shape)),
    );
    expect(indexes.history.projection).not.toContain('by');
  });
});

describe('the history of the credits', () => {
  const operator = { by: 'arn:aws:sts::1:assumed-role/Ops/ada', why: 'Pictures failed on 3 May' };

  it('says newest first what changed the balance, with the balance after each change', async () => {
    const [made, failed, deleted] = [db.newGeneration(), db.newGeneration(), db.newGeneration()];
    const edit = { purpose: 'edit', thumbnailId: made };
    user = await putEntries(
      ['welcome', 'sign-up', 3],
      ['spend', made, -1],
      ['spend', failed, -1],
      ['refund', failed, 1],
      ['spend', 'e-1', -2, edit],
      ['spend', 'c-1', 0, { purpose: 'cutout' }],
      ['purchase', 'cs_1', 25, { pack: 'pro', packCredits: 25, settled: 4 }],
      ['collect', 'cs_1', -4, { createdAt: atMinute(6), shortfall: -4 }],
      ['spend', 'c-2', -1, { purpose: 'cutout' }],
      ['clawback', 're_1', -5, { entryId: 'reversal#cs_1#0001', pack: 'pro', packCredits: -5 }],
      ['restore', 're_1', 5, { entryId: 'reversal#cs_1#0002', pack: 'pro', packCredits: 5 }],
      ['carry', 'other-account', 0, { entryId: 'carry#other-account#1', shortfall: 3 }],
      ['grant', 'g-1', -2, operator],
      ['spend', deleted, -1],
    );
    await db.putItem('thumbnails', thumbnailItem(user, made, 'succeeded', { name: 'Castle' }));
    await db.putItem('thumbnails', thumbnailItem(user, failed, 'failed'));
    await db.putItem('thumbnails', thumbnailItem(user, deleted, 'deleted'));
    const castle = { thumbnailId: made, title: 'Castle' };

    expect(await list()).toMatchObject({ status: 200 });
    expect((await list()).body).toEqual({
      entries: [
        { id: `spend#${deleted}`, kind: 'thumbnail', credits: -1, balance: 17, at: atMinute(13) },
        { id: 'grant#g-1', kind: 'grant', credits: -2, balance: 18, at: atMinute(12) },
        {
          id: 'reversal#cs_1#0002',
          kind: 'reversal',
          credits: 5,
          balance: 20,
          at: atMinute(10),
          pack: 'pro',
        },
        {
          id: 'reversal#cs_1#0001',
          kind: 'reversal',
          credits: -5,
          balance: 15,
          at: atMinute(9),
          pack: 'pro',
        },
        { id: 'spend#c-2', kind: 'cutout', credits: -1, balance: 20, at: atMinute(8) },
        {
          id: 'purchase#cs_1',
          kind: 'pack',
          credits: 21,
          balance: 21,
          at: atMinute(6),
          pack: 'pro',
          settled: 4,
        },
        { id: 'spend#e-1', kind: 'edit', credits: -2, balance: 0, at: atMinute(4), ...castle },
        { id: `refund#${failed}`, kind: 'refund', credits: 1, balance: 2, at: atMinute(3) },
        { id: `spend#${failed}`, kind: 'thumbnail', credits: -1, balance: 1, at: atMinute(2) },
        { id: `spend#${made}`, kind: 'thumbnail', credits: -1, balance: 2, at: atMinute(1), ...castle },
        { id: 'welcome', kind: 'welcome', credits: 3, balance: 3, at: atMinute(0) },
      ],
    });
    expect(await read()).toEqual({ entries: await readAll(1) });
  });

  it('names a thumbnail without a name by the first 100 characters of its prompt', async () => {
    const id = db.newGeneration();
    user = await putEntries(['spend', id, -1]);
    await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', { prompt: '🏰'.repeat(101) }));

    expect((await read()).entries).toMatchObject([{ thumbnailId: id, title: '🏰'.repeat(100) }]);
  });

  it('has the URL of the preview that the lists show: of the design, or else of the version that the design shows', async () => {
    const keys = (id: string) => ({
      made: `images/${user}/${id}-preview.webp`,
      version: `images/${user}/${id}-version.webp`,
      design: `images/${user}/${id}-design.jpg`,
    });
    const [plain, edited, finished, old] = [0, 1, 2, 3].map(() => db.newGeneration());
    user = await putEntries(...[plain, edited, finished, old].map((id = ''): Entry => ['spend', id, -1]));
    const put = (id = '', more: db.Item = {}) =>
      db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', more));
    const shown = (id = '') => ({ imageKey: `${id}.png`, previewKey: keys(id).version, width: 1, height: 1 });
    await put(plain, { previewKey: keys(plain ?? '').made });
    await put(edited, { previewKey: keys(edited ?? '').made, shown: shown(edited) });
    await put(finished, { shown: shown(finished), designPreviewKey: keys(finished ?? '').design });
    await put(old, { previewKey: undefined });

    const { entries } = await read();
    expect(entries.map(({ previewURL }) => previewURL && new URL(previewURL).pathname)).toEqual([
      undefined,
      `/${keys(finished ?? '').design}`,
      `/${keys(edited ?? '').version}`,
      `/${keys(plain ?? '').made}`,
    ]);
  });

  it('lists the changes although the row of a thumbnail is invalid', async () => {
    const [valid, invalid] = [db.newGeneration(), db.newGeneration()];
    user = await putEntries(['spend', valid, -1], ['spend', invalid, -1]);
    await db.putItem(
      'thumbnails',
      thumbnailItem(user, valid, 'succeeded', { name: 'Castle', width: 'wide' }),
    );
    await db.putItem('thumbnails', thumbnailItem(user, invalid, 'succeeded', { prompt: 7 }));

    expect((await read()).entries).toEqual([
      { id: `spend#${invalid}`, kind: 'thumbnail', credits: -1, balance: -2, at: atMinute(1) },
      {
        id: `spend#${valid}`,
        kind: 'thumbnail',
        credits: -1,
        balance: -1,
        at: atMinute(0),
        thumbnailId: valid,
        title: 'Castle',
      },
    ]);
  });

  it('keeps the balances of older changes when credits are spent between two pages', async () => {
    user = await putEntries(['welcome', 'sign-up', 9], ['spend', 'one', -2], ['spend', 'two', -3]);
    const { cursor = '' } = await read({ limit: '1' });
    await db.putItem('ledger', ledgerItem(user, 'spend', 'three', -4, { createdAt: atMinute(3) }));
    await db.changeBalance(user, -4);

    expect((await read({ cursor })).entries.map(({ id, balance }) => [id, balance])).toEqual([
      ['spend#one', 7],
      ['welcome', 9],
    ]);
    expect((await read()).entries.map(({ balance }) => balance)).toEqual([0, 4, 7, 9]);
  });

  it('has 20 changes in a page, unless the request asks for fewer', async () => {
    user = await putEntries(
      ...Array.from({ length: 22 }, (_, index): Entry => ['grant', `g-${index}`, 1, operator]),
    );

    expect((await read()).entries).toHaveLength(20);
    expect((await read({ limit: '5' })).entries).toHaveLength(5);
    expect(await list({ limit: '21' })).toMatchObject({
      status: 400,
      body: invalidRequest('limit must be at most 20', 'limit'),
    });
  });

  it('reads on after a page that has only entries without credits', async () => {
    const pictures = Array.from({ length: 3 }, (_, index): Entry => ['spend', `p-${index}`, 0]);
    user = await putEntries(['welcome', 'sign-up', 3], ...pictures);

    expect((await read({ limit: '1' })).entries).toMatchObject([{ id: 'welcome', balance: 3 }]);
  });

  it('stops after five such pages, and its cursor continues', async () => {
    const pictures = Array.from({ length: 6 }, (_, index): Entry => ['spend', `p-${index}`, 0]);
    user = await putEntries(['welcome', 'sign-up', 3], ...pictures);
    const first = await read({ limit: '1' });

    expect(first).toEqual({ entries: [], cursor: expect.any(String) as string });
    expect(await readAll(1)).toMatchObject([{ id: 'welcome', balance: 3 }]);
  });

  it('is empty for a user without an account', async () => {
    expect(await list()).toMatchObject({ status: 200, body: { entries: [] } });
  });

  it('answers 500 if an entry does not match the schema, because its balances would be wrong', async () => {
    user = await putEntries(['welcome', 'sign-up', 3], ['unknown', 'x', -1]);

    expect(await list()).toMatchObject({ status: 500, body: INTERNAL_ERROR_BODY });
  });
});

describe('the cursor of the history', () => {
  it("continues the caller's history, even if it is the cursor of another user", async () => {
    const other = await putEntries(['welcome', 'sign-up', 3], ['spend', 'theirs', -1]);
    user = await putEntries(['welcome', 'sign-up', 5], ['spend', 'mine', -1]);
    const { cursor = '' } = await read({ limit: '1' }, other);

    expect((await read({ cursor })).entries.map(({ id }) => id)).toEqual(['spend#mine', 'welcome']);
    expect((await list({ userId: other })).body).toEqual((await list()).body);
  });

  const position = { entryId: 'welcome', createdAt: atMinute(0), balance: 3 };
  it.each([
    ['is no base64', '%%%'],
    ['is no JSON', 'aGVsbG8'],
    ['is a list', encode([position])],
    ['has no entry', encode({ ...position, entryId: undefined })],
    ['has an entry that is no text', encode({ ...position, entryId: { $ne: '' } })],
    // DynamoDB refuses a key that is empty, and a text that is no Unicode.
    ['has an entry without an id', encode({ ...position, entryId: '' })],
    ['has an entry whose id is half a character', encode({ ...position, entryId: '\ud83c' })],
    ['has no time', encode({ ...position, createdAt: 'yesterday' })],
    ['has no balance', encode({ ...position, balance: '3' })],
    ['has a fraction as its balance', encode({ ...position, balance: 0.5 })],
  ])('is refused if it %s', async (_, cursor) => {
    user = await putEntries(['welcome', 'sign-up', 3]);

    expect(await list({ cursor })).toMatchObject({
      status: 400,
      body: invalidRequest('cursor is not one that this list gave', 'cursor'),
    });
  });
});
