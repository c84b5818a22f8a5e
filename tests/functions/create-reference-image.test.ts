import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReferenceImageResponse } from '#contract/endpoints/reference-requests.ts';
import { handler } from '../../functions/api/create-reference-image.ts';
import { dynamodb, resetCloud } from './support/cloud.ts';
import { call, USER } from './support/event.ts';

const create = () =>
  call(handler, {
    routeKey: 'POST /api/reference-images',
    body: { contentType: 'image/jpeg', bytes: 1_234, userId: USER },
  });

beforeEach(() => {
  resetCloud();
  dynamodb
    .on(GetCommand)
    .resolves({ Item: { id: USER, credits: 1, packs: {}, createdAt: '2026-11-21T09:00:00.000Z' } });
  dynamodb.on(UpdateCommand).resolves({});
});

describe('the presigned upload of a reference image', () => {
  it('fixes size, type and key, and is valid for a minute and for one use', async () => {
    const { id, upload } = createReferenceImageResponse.parse((await create()).body);
    const { origin, pathname, searchParams } = new URL(upload.url);

    expect(origin).toBe('https://images.s3.us-west-2.amazonaws.com');
    expect(pathname).toBe(`/references/${USER}/${id}`);
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match');
    expect(searchParams.get('X-Amz-Expires')).toBe('60');
    // The browser cannot send a checksum.
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
    expect(upload.headers).toEqual({ 'content-type': 'image/jpeg', 'if-none-match': '*' });
  });

  it('has another id each time', async () => {
    expect((await create()).body['id']).not.toBe((await create()).body['id']);
  });
});
