import { GetObjectCommand } from '@aws-sdk/client-s3';
import { vi } from 'vitest';
import { handler } from '../../../../functions/api/mcp.ts';
import { call, type Call } from '../../support/event.ts';
import { fileAnswer, png } from '../../support/models.ts';
import { openKeyAccount } from './api-key.ts';
import * as db from './database.ts';
import { prepareGeneration } from './generation.ts';
import { thumbnailItem } from './items.ts';
import { s3 } from './services.ts';

export const WINDOW = '2026-11-24T10:00:00.000Z';
export const ACCEPT = 'application/json, text/event-stream';

/** The account of a test, with its key. */
export let account: Awaited<ReturnType<typeof openKeyAccount>>;
export const fetchPreview = vi.fn<typeof fetch>();

/** Prepares an account with a key, the models and the previews. @returns the end of the preparation. */
export async function openMcp(): Promise<() => void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:15Z') });
  vi.stubGlobal('fetch', fetchPreview);
  answerPreview(1_000);
  prepareGeneration();
  s3.on(GetObjectCommand).callsFake(() => fileAnswer(png()));
  account = await openKeyAccount();
  return () => void vi.unstubAllGlobals();
}

export const answerPreview = (bytes: number) =>
  fetchPreview.mockImplementation(() => Promise.resolve(new Response(Buffer.alloc(bytes))));

/** Sends one message, or a batch. */
export const send = (body: unknown, more: Pick<Call, 'headers' | 'isBase64Encoded' | 'remainingMs'> = {}) =>
  call(handler, { routeKey: 'POST /mcp', key: account.context, body, headers: { accept: ACCEPT }, ...more });

let lastId = 0;
export const request = (method: string, params?: object) => ({
  jsonrpc: '2.0',
  id: ++lastId,
  method,
  params,
});
export const toolCall = (name: string, args?: object) => request('tools/call', { name, arguments: args });

export async function callTool(name: string, args?: object, more: Pick<Call, 'remainingMs'> = {}) {
  const { body } = await send(toolCall(name, args), more);
  return body['result'] as {
    isError: boolean;
    structuredContent: Record<string, unknown>;
    content: { type: string }[];
  };
}

/** The requests of the key that its limit has counted. */
export const countRequests = async () => {
  const items = await db.scanItems('rateLimits');
  return items.find(({ subject }) => subject === `keyRequests#${account.keyId}`)?.['requests'];
};

/** Stores a thumbnail of the account. @returns its id. */
export async function putThumbnail(more: object = {}): Promise<string> {
  const { user } = account;
  const id = db.newGeneration();
  const listed = { listedAt: db.OPENED_AT, previewKey: `images/${user}/${id}-preview.webp`, ...more };
  await db.putItem('thumbnails', thumbnailItem(user, id, 'succeeded', listed));
  return id;
}
