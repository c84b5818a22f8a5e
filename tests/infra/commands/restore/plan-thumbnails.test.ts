import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../infra/commands/restore/account.ts';
import { account, entry, generation, NOW, plan, WELCOME } from '../../support/restored-account.ts';

const planThumbnails = (copy: Row[], found: Row[], refunds: string[] = []) => {
  const made = { ledger: [WELCOME, ...refunds.map((id) => entry('refund', id, 1))] };
  const { thumbnails, ledger } = plan(
    account({}, { thumbnails: copy }),
    account({}, { thumbnails: found, ...made }),
  );
  return { thumbnails, refunds: ledger.filter(({ kind }) => kind === 'refund').map(({ ref }) => ref) };
};

describe('the thumbnails of a restoration', () => {
  it('bring lost and changed thumbnails back, without those that were made since', () => {
    const row = generation('succeeded', { prompt: 'a castle', name: 'old' });

    expect(planThumbnails([row], [generation('made', { generationId: 'b' })]).thumbnails).toEqual([row]);
    expect(planThumbnails([row], [{ ...row, name: 'new', cost: 9 }]).thumbnails).toEqual([row]);
  });

  it('keep a copy deleted, with the mark that explains why the ledger has no spend', () => {
    const copy = generation('succeeded', { copyOf: 'a', cost: 0, prompt: 'p' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11', copyOf: 'a', cost: 0 });

    expect(planThumbnails([copy], [deleted]).thumbnails).toEqual([deleted]);
  });

  it.each(['photo', 'edited-photo', 'ai-picture'])('keep the thumbnail of an upload deleted: %s', (model) => {
    const upload = generation('succeeded', { model, cost: 0, prompt: '' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11', model: 'photo', cost: 0 });

    expect(planThumbnails([upload], [deleted]).thumbnails).toEqual([deleted]);
  });

  it('keep a thumbnail deleted, as the ledger says that it ended', () => {
    const deleted = generation('deleted', { endedAs: 'failed', deletedAt: '11' });
    const as = (endedAs: string) => [{ ...deleted, endedAs }];

    expect(planThumbnails([generation('succeeded', { prompt: 'p' })], [deleted]).thumbnails).toEqual(
      as('succeeded'),
    );
    expect(planThumbnails([generation('failed', { expiresAt: 9e9 })], [deleted]).thumbnails).toEqual([
      { ...deleted, expiresAt: 9e9 },
    ]);
    const expiring = { ...deleted, expiresAt: 9e9 };
    expect(planThumbnails([generation('pending')], [expiring], ['a'])).toEqual({
      thumbnails: [expiring],
      refunds: ['a'],
    });
    // Its refund was lost.
    const { thumbnails, ledger } = plan(
      account({}, { thumbnails: [generation('pending', { createdAt: '05' })] }),
      account({}, { thumbnails: [deleted] }),
    );
    expect(thumbnails).toEqual([{ ...deleted, createdAt: '05' }]);
    expect(ledger).toEqual([WELCOME, entry('refund', 'a', 1, { createdAt: '05' })]);
  });

  it('know a deletion by its time, and keep nothing else of a row that the damage has changed', () => {
    const succeeded = generation('succeeded', { prompt: 'p' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11' });

    expect(planThumbnails([succeeded], [{ ...deleted, status: 'failed', prompt: 'p' }]).thumbnails).toEqual([
      deleted,
    ]);
    expect(planThumbnails([succeeded], [{ ...succeeded, status: 'deleted' }]).thumbnails).toEqual([
      succeeded,
    ]);
  });

  it('keep a refund without what the damage has added to it', () => {
    const failed = generation('failed');
    const refund = entry('refund', 'a', 1);

    const { users, ledger } = plan(
      account({}, { thumbnails: [generation('waiting')] }),
      account(
        {},
        { thumbnails: [{ ...failed, endedAs: 'wrong' }], ledger: [WELCOME, { ...refund, shortfall: 9 }] },
      ),
    );

    expect(ledger).toEqual([WELCOME, refund]);
    expect(users).toMatchObject([{ credits: 4 }]);
    expect(users[0]).not.toHaveProperty('shortfall', 9);
  });

  it('keep the edits of a deleted thumbnail deleted, also those that have lost their rows', () => {
    const edit = generation('succeeded', { generationId: 'e', thumbnailId: 'a', kind: 'edit', prompt: 'p' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11' });

    expect(planThumbnails([generation('succeeded'), edit], [deleted]).thumbnails).toEqual([
      deleted,
      { ...deleted, generationId: 'e', kind: 'edit' },
    ]);
    // Their images are deleted if the deletion has not come so far.
    const unfinished = { ...deleted, startedAt: '11', pendingShard: '3' };
    const finished = { ...deleted, generationId: 'e', kind: 'edit' };
    for (const [found, planned] of [
      [edit, { ...unfinished, generationId: 'e', kind: 'edit' }],
      [finished, finished],
    ] as const)
      expect(planThumbnails([generation('succeeded'), edit], [unfinished, found]).thumbnails).toEqual([
        unfinished,
        planned,
      ]);
  });

  it('keep a thumbnail deleted that has lost its row, if an edit of it is deleted', () => {
    const thumbnail = generation('succeeded', { prompt: 'p' });
    const edit = generation('succeeded', { generationId: 'e', thumbnailId: 'a', kind: 'edit', prompt: 'p' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11' });
    const deletedEdit = { ...deleted, generationId: 'e', kind: 'edit' };

    for (const copy of [
      [thumbnail, edit],
      [edit, thumbnail],
    ])
      expect(new Set(planThumbnails(copy, [deletedEdit]).thumbnails)).toEqual(
        new Set([deleted, deletedEdit]),
      );
  });

  it('let an edit run again that ran for a thumbnail that is deleted, so that its credits return', () => {
    const edit = generation('waiting', { generationId: 'e', thumbnailId: 'a', kind: 'edit' });
    const deleted = generation('deleted', { endedAs: 'succeeded', deletedAt: '11' });

    expect(planThumbnails([generation('succeeded'), edit], [deleted]).thumbnails).toEqual([deleted, edit]);
  });

  it('keep the end of a generation that ran, if its refund agrees; otherwise it runs again', () => {
    const running = generation('waiting');
    const [succeeded, failed] = [generation('succeeded'), generation('failed')];

    expect(planThumbnails([running], [succeeded])).toEqual({ thumbnails: [succeeded], refunds: [] });
    expect(planThumbnails([running], [failed], ['a'])).toEqual({ thumbnails: [failed], refunds: ['a'] });
    for (const [row, refunds] of [
      [succeeded, ['a']],
      [failed, []],
      [{ ...succeeded, cost: 2 }, []],
      [{ ...failed, cost: 2 }, ['a']],
    ] as const) {
      expect(planThumbnails([running], [row], [...refunds])).toEqual({ thumbnails: [running], refunds: [] });
    }
    expect(planThumbnails([running], [], ['a'])).toEqual({ thumbnails: [running], refunds: [] });
  });

  it('bring no generation back that has expired', () => {
    const seconds = NOW.getTime() / 1_000;
    const [expired, kept] = [seconds, seconds + 1].map((expiresAt) => generation('failed', { expiresAt }));

    expect(planThumbnails([expired ?? {}], []).thumbnails).toEqual([]);
    // DynamoDB has not deleted it yet.
    expect(planThumbnails([expired ?? {}], [{ ...expired, cost: 9 }]).thumbnails).toEqual([]);
    expect(planThumbnails([kept ?? {}], []).thumbnails).toEqual([kept]);
  });
});
