import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { expect, vi } from 'vitest';
import { handler as refundAbandoned } from '../../../../functions/events/refund-abandoned.ts';
import type { SucceededGeneration } from '../../../../functions/thumbnails/table/rows.ts';
import { TEXT_LAYER } from '../../../support/designs.ts';
import { callEndpoint } from '../../support/endpoint.ts';
import { lambdaContext } from '../../support/event.ts';
import { audit, putAccount } from './audit.ts';
import * as db from './database.ts';
import { thumbnailItem } from './items.ts';
import { s3 } from './services.ts';

export const TRANSLATED_LAYER = { ...TEXT_LAYER, translations: { de: { text: 'BURG' } } };
export const NOW = '2026-11-21T09:00:00.000Z';
export const NOT_FOUND = { status: 404, body: { code: 'not_found' } };

/** The content of the bucket by key. A text stands for an image. */
export const bucket = new Map<string, string>();

/** The user, the thumbnail and the copy of the running test. */
export const copy = { user: '', id: '', copyId: '' };

export const imageKey = (generationId: string, type = 'png') => `images/${copy.user}/${generationId}.${type}`;

export const duplicate = (changes: { id?: string; copyId?: unknown; sub?: string } = {}) =>
  callEndpoint('duplicateThumbnail', changes.sub ?? copy.user, {
    params: { id: changes.id ?? copy.id },
    body: { copyId: changes.copyId ?? copy.copyId },
  });

export const findRow = async (generationId = copy.copyId) =>
  (await db.listItems('thumbnails', copy.user)).find((row) => row['generationId'] === generationId);

export const expectNoFindings = async () => expect((await audit({ userId: copy.user })).findings).toEqual([]);

export async function listIds(): Promise<string[]> {
  const { body } = await callEndpoint('listThumbnails', copy.user);
  return (body['thumbnails'] as { id: string }[]).map((thumbnail) => thumbnail.id);
}

/** Runs the schedule that ends interrupted work, three minutes later. */
export function runSchedule(): Promise<unknown> {
  vi.setSystemTime(Date.now() + 180_000);
  return Promise.resolve(refundAbandoned({} as ScheduledEvent, lambdaContext()));
}

export function prepareUploads(): void {
  s3.on(PutObjectCommand).callsFake(({ Key, Body }: { Key: string; Body: Uint8Array }) => {
    bucket.set(Key, Buffer.from(Body).toString());
    return {};
  });
}

function prepareBucket(): void {
  s3.reset();
  bucket.clear();
  s3.on(GetObjectCommand).callsFake(({ Key }: { Key: string }) => {
    const content = bucket.get(Key);
    if (content === undefined) throw Object.assign(new Error(), { name: 'NoSuchKey' });
    return { Body: { transformToByteArray: () => Promise.resolve(Buffer.from(content)) } };
  });
  prepareUploads();
  s3.on(ListObjectsV2Command).callsFake(({ Prefix }: { Prefix: string }) => ({
    Contents: [...bucket.keys()].filter((each) => each.startsWith(Prefix)).map((Key) => ({ Key })),
  }));
  s3.on(DeleteObjectsCommand).callsFake(({ Delete }: { Delete: { Objects: { Key: string }[] } }) => {
    for (const { Key } of Delete.Objects) bucket.delete(Key);
    return {};
  });
}

/** The fields that each row has (`thumbnailItem`), and the fields of edits, cut-outs and copies. */
type Given = keyof Pick<
  SucceededGeneration,
  | 'userId'
  | 'generationId'
  | 'status'
  | 'cost'
  | 'createdAt'
  | 'prompt'
  | 'model'
  | 'seed'
  | 'imageKey'
  | 'width'
  | 'height'
  | 'endedAt'
  | 'kind'
  | 'thumbnailId'
  | 'baseId'
  | 'operation'
  | 'copyOf'
>;

/** Creates the fields of a thumbnail with everything that a thumbnail can have. A new field is an error of the types until it is here. */
const createSource = (id: string): Record<Exclude<keyof SucceededGeneration, Given>, unknown> => ({
  negativePrompt: 'people',
  reference: { kind: 'image', use: 'style' },
  setId: db.newGeneration(),
  name: 'Castle',
  favorite: 'winner',
  previewKey: imageKey(id, 'webp'),
  design: JSON.stringify({ layers: [TRANSLATED_LAYER], crop: 0.25 }),
  designVersion: 7,
  headline: TEXT_LAYER.text,
  designPreviewKey: imageKey(id, 'design.jpg'),
  // The design shows the original image with its mark.
  shown: undefined,
});

/** Prepares a user with a finished thumbnail that took one credit. */
export async function prepareCopy(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  prepareBucket();
  const [user, id, copyId] = [db.newUser(), db.newGeneration(), db.newGeneration()];
  Object.assign(copy, { user, id, copyId });
  await putAccount(user, 2, {
    entries: [
      ['welcome', 'sign-up', 3],
      ['spend', id, -1],
    ],
    records: [thumbnailItem(user, id, 'succeeded', createSource(id))],
  });
  bucket.set(imageKey(id), 'image').set(imageKey(id, 'webp'), 'preview');
  bucket.set(imageKey(id, 'design.jpg'), 'design');
  db.resetCalls();
}
