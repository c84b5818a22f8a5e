import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { makeMask, rectangle } from '../../../support/masks.ts';
import { callEndpoint } from '../../support/endpoint.ts';
import { png } from '../../support/models.ts';
import { audit, putAccount } from './audit.ts';
import * as db from './database.ts';
import { thumbnailItem } from './items.ts';
import { bedrock, s3 } from './services.ts';
import { prepareWaiting } from './waiting-generation.ts';

export const MASK = makeMask(1_344, 768, rectangle(10, 10, 90, 60)).toString('base64');
/** `MASK` as the service receives it. */
export const SENT_MASK = makeMask(1_344, 768, rectangle(10, 10, 90, 60), { filter: 2 }).toString('base64');
export const ERASE = { kind: 'erase', mask: MASK };
export const NOT_FOUND = { status: 404, body: { code: 'not_found', charge: 'none' } };

/** The edit of the running test. */
export const edit = { user: '', thumbnailId: '', id: '' };

/** Prepares a user with nine credits, a thumbnail that took one credit, and models and a bucket that work. An edit costs two credits. */
export async function prepareEdit(): Promise<void> {
  await prepareWaiting();
  await startEdit();
}

/** Continues with another user and another thumbnail. */
export async function startEdit(): Promise<void> {
  const Body = { transformToByteArray: () => Promise.resolve(png()) };
  s3.on(GetObjectCommand).callsFake(() => ({ Body }));
  const [user, thumbnailId] = [db.newUser(), db.newGeneration()];
  Object.assign(edit, { user, thumbnailId, id: db.newGeneration() });
  await putAccount(user, 9, {
    entries: [
      ['welcome', 'sign-up', 10],
      ['spend', thumbnailId, -1],
    ],
    records: [thumbnailItem(user, thumbnailId, 'succeeded', { width: 1344, height: 768 })],
  });
  db.resetCalls();
}

export interface EditInput {
  editId?: string;
  baseId?: string;
  thumbnailId?: string;
  operation?: object;
}

export function createEdit(input: EditInput = {}) {
  const { user, thumbnailId, id } = edit;
  const ids = { editId: id, baseId: thumbnailId, thumbnailId, userId: user };
  return callEndpoint('createEdit', user, { body: { ...ids, operation: ERASE, ...input } });
}

export async function readGeneration(id = edit.thumbnailId) {
  return (await callEndpoint('readThumbnail', edit.user, { params: { id } })).body;
}

export async function findRow(generationId = edit.id): Promise<db.Item | undefined> {
  return (await db.listItems('thumbnails', edit.user)).find((row) => row['generationId'] === generationId);
}

/** The row of an edit as the functions write it. */
export function editItem(status: string, more: db.Item = {}): db.Item {
  const { user, thumbnailId, id } = edit;
  const source = { kind: 'edit', thumbnailId, baseId: thumbnailId, operation: { kind: 'erase' }, prompt: '' };
  return thumbnailItem(user, id, status, { ...source, cost: 2, ...more });
}

/** The requests to the services, with their models. */
export function listServiceRequests(): { modelId: string | undefined; body: unknown }[] {
  return bedrock.commandCalls(InvokeModelCommand).map(({ args: [{ input }] }) => ({
    modelId: input.modelId,
    body: JSON.parse(input.body as string) as unknown,
  }));
}

export async function expectConsistentAccount(): Promise<void> {
  expect(await audit({ userId: edit.user })).toMatchObject({ accounts: 1, findings: [] });
}
