import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import {
  DeleteObjectsCommand,
  type DeleteObjectsCommandInput,
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
} from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eraseThumbnails } from '../../../functions/thumbnails/deletion/erase-thumbnails.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { stabilityAnswer } from '../support/models.ts';
import * as db from './support/database.ts';
import {
  createEdit,
  edit,
  editItem,
  expectConsistentAccount,
  findRow,
  NOT_FOUND,
  prepareEdit,
  readGeneration,
} from './support/edits.ts';
import { deletedImages, FILTERED } from './support/generation.ts';
import { ledgerItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';
import { deliver, modelsAreBusy, modelsWork, NOW, pass, sweep } from './support/waiting-generation.ts';

/** After this time no earlier call is running any more. */
const SWEEP_MS = 150_000;

const remove = () => callEndpoint('deleteThumbnail', edit.user, { params: { id: edit.thumbnailId } });
const imageKey = (editId = edit.id) => `images/${edit.user}/${editId}.png`;

beforeEach(prepareEdit);

describe('a thumbnail with edits', () => {
  afterEach(expectConsistentAccount);

  it('is deleted with them and their images', async () => {
    await createEdit();

    expect(await remove()).toMatchObject({ status: 200 });

    expect(deletedImages()).toContain(imageKey());
    expect(await findRow()).toMatchObject({ status: 'deleted', kind: 'edit' });
    expect(await readGeneration(edit.id)).toMatchObject({ code: 'not_found' });
    expect(await createEdit({ editId: db.newGeneration() })).toMatchObject(NOT_FOUND);
  });

  it('is deleted with many edits before its function times out, because they are deleted at the same time', async () => {
    const ids = Array.from({ length: 3 }, () => db.newGeneration());
    const listedAt = `edit#${edit.thumbnailId}#${NOW}`;
    for (const generationId of ids) {
      await db.putItem('thumbnails', editItem('succeeded', { generationId, listedAt }));
      await db.putItem('ledger', ledgerItem(edit.user, 'spend', generationId, -2));
    }
    await db.putUser(edit.user, 3);
    // No deletion of an edit's images ends before all of them have begun.
    const waiting: ((answer: object) => void)[] = [];
    s3.on(DeleteObjectsCommand).callsFake(({ Delete }: DeleteObjectsCommandInput) => {
      if (JSON.stringify(Delete).includes(edit.thumbnailId)) return {};
      const ended = new Promise((resolve) => waiting.push(resolve));
      if (waiting.length === ids.length) for (const end of waiting) end({});
      return ended;
    });

    expect(await remove()).toMatchObject({ status: 200 });

    for (const id of ids) expect(await findRow(id)).toMatchObject({ status: 'deleted' });
  });

  it('is not completely deleted before an edit that waits is refunded', async () => {
    modelsAreBusy();
    await createEdit();
    await remove();
    pass(SWEEP_MS);
    await sweep();
    expect(await findRow(edit.thumbnailId)).toHaveProperty('pendingShard');

    modelsWork();
    s3.on(GetObjectCommand).rejects(Object.assign(new Error('no such key'), { name: 'NoSuchKey' }));
    expect(await deliver()).toBe(true);
    await sweep();

    expect(await findRow()).toMatchObject({ status: 'failed', failure: 'edit_not_possible' });
    expect(await db.readBalance(edit.user)).toBe(9);
    expect(await findRow(edit.thumbnailId)).not.toHaveProperty('pendingShard');
  });
});

describe('an edit that runs while its account is deleted answers as a deleted account does', () => {
  const erase = () => eraseThumbnails(edit.user);
  const DELETED = {
    status: 401,
    body: { code: 'unauthorized', params: { reason: 'accountDeleted' }, charge: 'none' },
  };

  it.each<[string, () => unknown]>([
    [
      'while the service works',
      () => bedrock.on(InvokeModelCommand).callsFake(() => erase().then(() => stabilityAnswer())),
    ],
    [
      'while the service works, and the deletion is interrupted',
      () => {
        s3.on(ListObjectVersionsCommand).rejects(new Error('no list'));
        s3.on(ListObjectsV2Command).rejects(new Error('no list'));
        bedrock.on(InvokeModelCommand).callsFake(() => erase().catch(() => stabilityAnswer()));
      },
    ],
    [
      'while the base is loaded',
      () =>
        s3.on(GetObjectCommand).callsFake(async () => {
          await erase();
          throw Object.assign(new Error('no such key'), { name: 'NoSuchKey' });
        }),
    ],
    [
      'while it joins the line',
      () => {
        modelsAreBusy();
        const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
        bedrock.on(InvokeModelCommand).callsFake(async () => {
          await erase();
          throw busy;
        });
      },
    ],
  ])('%s', async (_, prepare) => {
    prepare();

    expect(await createEdit()).toMatchObject(DELETED);

    expect(await db.readBalance(edit.user)).toBe(9);
  });

  it('in line, and its message is not delivered again', async () => {
    modelsAreBusy();
    await createEdit();
    modelsWork();
    bedrock.on(InvokeModelCommand).callsFake(() => erase().then(() => stabilityAnswer()));

    expect(await deliver()).toBe(true);
  });
});

it('an edit that fails keeps nothing of its words', async () => {
  bedrock.on(InvokeModelCommand).resolves(FILTERED);
  const operation = { kind: 'replace', find: 'my daughter', prompt: 'a secret lamp' };

  expect(await createEdit({ operation })).toMatchObject({ status: 422 });

  const row = JSON.stringify(await findRow());
  expect(row).toContain('content_filtered');
  expect(row).not.toMatch(/daughter|secret/);
});

it('an edit that ends after the deletion of its thumbnail is deleted, too', async () => {
  await remove();
  const listedAt = `edit#${edit.thumbnailId}#${NOW}`;
  await db.putItem('thumbnails', editItem('succeeded', { listedAt }));
  pass(SWEEP_MS);

  await sweep();

  expect(await findRow()).toMatchObject({ status: 'deleted' });
  expect(deletedImages()).toContain(imageKey());
});

it('an edit is exported apart from the thumbnails, and erased with the account', async () => {
  const { id, thumbnailId } = edit;
  const later = db.newGeneration();
  await createEdit();
  await createEdit({ editId: later, baseId: id });

  const { body } = await callEndpoint('exportAccount', edit.user);

  const common = { thumbnailId, operation: { kind: 'erase' }, createdAt: NOW };
  const url = (editId: string) => expect.stringContaining(imageKey(editId)) as string;
  expect(body['edits']).toHaveLength(2);
  expect(body['edits']).toContainEqual({ ...common, id, baseId: thumbnailId, url: url(id) });
  expect(body['edits']).toContainEqual({ ...common, id: later, baseId: id, url: url(later) });
  expect(body['thumbnails']).toMatchObject([{ id: thumbnailId }]);
  await eraseThumbnails(edit.user);
  expect(await db.listItems('thumbnails', edit.user)).toEqual([]);
});
