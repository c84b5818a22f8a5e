import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { listCreditHistoryResponse, type CreditChange } from '#contract/endpoints/credit-schemas.ts';
import { createCutoutResponse } from '#contract/endpoints/finishing-schemas.ts';
import { PACKS } from '#contract/packs.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { addCreator, WELCOME } from '../support/cloud/creator.ts';
import { buyPackThroughGateway } from '../prove/stripe.ts';
import { shareCloud } from './support/cloud.ts';
import { expectInvariants } from './support/invariants.ts';

it('the history of an account lists everything that changed its balance, and its balances add up', async () => {
  const { cloud } = await shareCloud();
  const inspector = inspectCloud(cloud);
  const creator = await addCreator(cloud);
  const { userId } = creator;
  const [thumbnailId, failedId, editId] = [randomUUID(), randomUUID(), randomUUID()];
  const { sessionId } = await buyPackThroughGateway(cloud, creator);
  await creator.generate('a castle', { generationId: thumbnailId });
  await creator.generate('[[filter]] a castle', { generationId: failedId });
  const operation = { kind: 'recolor', find: 'the castle', prompt: 'green' };
  await creator.post('/api/edits', { editId, userId, thumbnailId, baseId: thumbnailId, operation });
  const referenceId = await inspector.storeReferenceImage(userId);
  const cutout = await creator.post('/api/cutouts', { referenceId, userId });
  const { cutoutId } = createCutoutResponse.parse(cutout.body);

  const read = async (query = '') =>
    listCreditHistoryResponse.parse((await creator.get(`/api/credits/history${query}`)).body);
  const { entries, cursor } = await read();

  const costs = new Map((await inspector.ledger(userId)).map(({ entryId, amount }) => [entryId, amount]));
  const castle = {
    ...{ thumbnailId, title: 'a castle' },
    previewURL: expect.stringContaining('/images/') as string,
  };
  const changes: Omit<CreditChange, 'at' | 'balance' | 'credits'>[] = [
    { id: `spend#${cutoutId}`, kind: 'cutout' },
    { id: `spend#${editId}`, kind: 'edit', ...castle },
    { id: `refund#${failedId}`, kind: 'refund' },
    { id: `spend#${failedId}`, kind: 'thumbnail' },
    { id: `spend#${thumbnailId}`, kind: 'thumbnail', ...castle },
    { id: `purchase#${sessionId}`, kind: 'pack', pack: 'starter' },
    { id: 'welcome', kind: 'welcome' },
  ];
  let balance = WELCOME + PACKS.starter.credits - 1 - 1 + 1 - 1 - 1;
  expect(await creator.credits()).toBe(balance);
  const expected = changes.map((change) => {
    const credits = costs.get(change.id) ?? 0;
    balance -= credits;
    return { ...change, credits, balance: balance + credits, at: expect.any(String) as string };
  });
  expect(entries).toEqual(expected);
  expect(balance).toBe(0);
  expect(cursor).toBeUndefined();

  const first = await read('?limit=3');
  const second = await read(`?limit=20&cursor=${first.cursor ?? ''}`);
  expect([...first.entries, ...second.entries]).toEqual(entries);
  await expectInvariants(inspector, userId);
});
