import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { fileAnswer, png } from '../support/models.ts';
import { makePreview, runPixelTask } from '../support/pixel-thread.ts';
import * as db from './support/database.ts';
import {
  createEdit,
  edit,
  ERASE,
  expectConsistentAccount,
  findRow,
  listServiceRequests,
  MASK,
  prepareEdit,
  readGeneration,
  SENT_MASK,
} from './support/edits.ts';
import { thumbnailItem } from './support/items.ts';
import { bedrock, s3 } from './support/services.ts';
import { deliver, modelsAreBusy, modelsWork, NOW, pass, sentMessages } from './support/waiting-generation.ts';

beforeEach(prepareEdit);
afterEach(expectConsistentAccount);

const matchImage = (id: string, ending: string) =>
  expect.stringContaining(`images/${edit.user}/${id}.${ending}?`) as string;

describe('an edit', () => {
  it('costs its price once, however often and concurrently it is requested', async () => {
    const answers = await Promise.all([createEdit(), createEdit(), createEdit()]);

    expect(answers.map(({ status }) => status)).toContain(200);
    const { id, user, thumbnailId } = edit;
    const size = { width: 1344, height: 768 };
    expect(await createEdit()).toMatchObject({
      status: 200,
      body: { editId: id, imageURL: matchImage(id, 'png'), previewURL: matchImage(id, 'webp'), ...size },
    });
    expect(await db.ledgerAmounts(user)).toEqual({
      welcome: 10,
      [`spend#${thumbnailId}`]: -1,
      [`spend#${id}`]: -2,
    });
    expect(await db.readBalance(user)).toBe(7);
  });

  it('makes three calls to the database, one of them while the base loads, and keeps nothing of the mask', async () => {
    await createEdit();

    expect(db.operations()).toEqual(['TransactWriteItems', 'GetItem', 'UpdateItem']);
    expect(await findRow()).toMatchObject({
      kind: 'edit',
      thumbnailId: edit.thumbnailId,
      baseId: edit.thumbnailId,
      operation: { kind: 'erase' },
      prompt: '',
      status: 'succeeded',
    });
    expect(JSON.stringify(await db.listItems('thumbnails', edit.user))).not.toContain(MASK.slice(0, 60));
  });

  it.each([
    [LIMITS.photoMaxSide, 1_080],
    [1_080, LIMITS.photoMaxSide],
  ])('starts from a photo of %i x %i pixels', async (width, height) => {
    const { user, thumbnailId } = edit;
    await db.putItem('thumbnails', thumbnailItem(user, thumbnailId, 'succeeded', { width, height }));
    const operation = { kind: 'recolor', find: 'the cup', prompt: 'red' };

    expect(await createEdit({ operation })).toMatchObject({ status: 200 });
  });

  it.each<[string, string, object, object]>([
    ['erases', 'us.erase', ERASE, { mask: SENT_MASK, grow_mask: 5 }],
    [
      'replaces what is painted',
      'us.inpaint',
      { kind: 'replace', mask: MASK, prompt: 'a lamp' },
      { mask: SENT_MASK, grow_mask: 5, prompt: 'a lamp' },
    ],
    [
      'replaces what is named',
      'us.replace',
      { kind: 'replace', find: 'the cup', prompt: 'a lamp' },
      { search_prompt: 'the cup', prompt: 'a lamp' },
    ],
    [
      'recolors',
      'us.recolor',
      { kind: 'recolor', find: 'the flags', prompt: 'red' },
      { select_prompt: 'the flags', prompt: 'red' },
    ],
    [
      'extends',
      'us.outpaint',
      { kind: 'fill', left: 1, right: 2, up: 3, down: 4 },
      { left: 1, right: 2, up: 3, down: 4, creativity: 0.5 },
    ],
  ])('that %s sends the base and its fields to the service %s', async (_, modelId, operation, fields) => {
    expect(await createEdit({ operation })).toMatchObject({ status: 200 });

    const common = { image: png().toString('base64'), output_format: 'png' };
    expect(listServiceRequests()).toEqual([
      { modelId, body: { ...common, seed: expect.any(Number) as number, ...fields } },
    ]);
  });

  it.each([
    [{ left: 1_000, right: 728, up: 1_152, down: 1_152 }, 3_072, 3_072],
    [{ left: 3, right: 0, up: 0, down: 7 }, 1_347, 775],
  ])('that extends by %j has the size of the composed image', async (margins, width, height) => {
    runPixelTask.mockResolvedValueOnce(png(width, height));

    const answer = await createEdit({ operation: { kind: 'fill', ...margins } });

    expect(answer).toMatchObject({ status: 200, body: { width, height } });
    expect(await findRow()).toMatchObject({ width, height });
    const { left, up } = margins;
    const base = png();
    expect(runPixelTask).toHaveBeenCalledExactlyOnceWith(
      { kind: 'extend', base, result: expect.any(Uint8Array) as Uint8Array, left, up, width, height },
      expect.any(Number),
    );
  });

  it('that upscales asks for a JPEG, and its image is shown as the base is', async () => {
    expect(await createEdit({ operation: { kind: 'upscale' } })).toMatchObject({ status: 200 });

    const body = { image: png().toString('base64'), output_format: 'jpeg' };
    expect(listServiceRequests()).toEqual([{ modelId: 'us.upscale', body }]);
    expect(runPixelTask).not.toHaveBeenCalled();
  });

  it('that upscales a long image sends it smaller, and its preview is of the base', async () => {
    const base = png(2_000, 500);
    s3.on(GetObjectCommand).resolves(fileAnswer(base));

    expect(await createEdit({ operation: { kind: 'upscale' } })).toMatchObject({ status: 200 });

    expect(runPixelTask).toHaveBeenCalledExactlyOnceWith(
      { kind: 'scale', base, width: 1_536, height: 384 },
      expect.any(Number),
    );
    expect(makePreview).toHaveBeenCalledExactlyOnceWith(base, expect.any(Number));
  });

  it('lets the services work until 9 s before the end of the invocation: 5 s for the pixels, 4 s to store', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());

    expect(await createEdit()).toMatchObject({ status: 200 });

    expect(timeout.mock.calls[0]).toEqual([29_000 - 9_000]);
  });

  it('gives its composition all of the invocation that the services have left, but 4 s to store', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });

    expect(await createEdit()).toMatchObject({ status: 200 });

    expect(runPixelTask).toHaveBeenLastCalledWith(
      expect.objectContaining({ kind: 'keep' }),
      Date.parse(NOW) + 29_000 - 4_000,
    );
  });

  it('starts from another edit of the same thumbnail, and both are its versions, newest first', async () => {
    await createEdit();
    pass(1_000);
    const second = db.newGeneration();
    const operation = { kind: 'replace', find: 'the cup', prompt: 'a lamp' };

    expect(await createEdit({ editId: second, baseId: edit.id, operation })).toMatchObject({ status: 200 });

    const version = (id: string) => ({
      id,
      imageURL: matchImage(id, 'png'),
      previewURL: matchImage(id, 'webp'),
      width: 1344,
      height: 768,
      createdAt: expect.any(String) as string,
    });
    expect((await readGeneration())['edits']).toEqual([
      { ...version(second), baseId: edit.id, operation },
      { ...version(edit.id), baseId: edit.thumbnailId, operation: { kind: 'erase' } },
    ]);
  });
});

describe('an edit that waits', () => {
  beforeEach(async () => {
    modelsAreBusy();
    const { id } = edit;
    expect(await createEdit()).toMatchObject({
      status: 202,
      body: { editId: id, status: 'waiting', ahead: 0 },
    });
  });

  it('is followed by its id, and is no thumbnail in the list', async () => {
    const { id, thumbnailId, user } = edit;
    expect(await readGeneration(id)).toMatchObject({ id, status: 'waiting' });
    const unfinished = await callEndpoint('listGenerations', user);
    expect(unfinished.body).toMatchObject({ generations: [{ id, thumbnailId }] });

    modelsWork();
    expect(await deliver()).toBe(true);

    expect(await readGeneration(id)).toMatchObject({ id, status: 'succeeded', width: 1344 });
    expect((await readGeneration())['edits']).toMatchObject([{ id }]);
    const { body } = await callEndpoint('listThumbnails', user);
    expect(body).toMatchObject({ thumbnails: [{ id: thumbnailId }] });
    expect(await db.readBalance(user)).toBe(7);
  });

  it('keeps its mask in the message of the line, and starts with it', async () => {
    expect(JSON.parse(sentMessages()[0] ?? '')).toMatchObject({ generationId: edit.id, mask: MASK });
    modelsWork();
    bedrock.resetHistory();

    runPixelTask.mockClear();
    await deliver();

    expect(runPixelTask.mock.calls.map(([{ kind }]) => kind)).toEqual(['mask', 'keep']);
    expect(listServiceRequests()).toMatchObject([{ modelId: 'us.erase', body: { mask: SENT_MASK } }]);
  });

  it('keeps its texts in its row only, because a dead letter outlives the account', async () => {
    const operation = { kind: 'recolor', find: 'the cup', prompt: 'red' };
    await createEdit({ editId: db.newGeneration(), operation });
    const [, message = ''] = sentMessages();
    expect(Object.keys(JSON.parse(message) as object)).toEqual([
      'userId',
      'generationId',
      'waitingLine',
      'waitingSince',
    ]);
    modelsWork();
    bedrock.resetHistory();

    await deliver(message);

    expect(listServiceRequests()).toMatchObject([{ body: { select_prompt: 'the cup', prompt: 'red' } }]);
  });

  it('is canceled and refunded', async () => {
    const { id, user } = edit;

    expect(await callEndpoint('cancelGeneration', user, { params: { id } })).toMatchObject({ status: 200 });

    expect(await db.readBalance(user)).toBe(9);
  });
});
