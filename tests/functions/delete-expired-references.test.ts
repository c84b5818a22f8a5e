import { DeleteObjectsCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/events/delete-expired-references.ts';
import { resetCloud, s3 } from './support/cloud.ts';
import { lambdaContext } from './support/event.ts';

const run = () => handler({} as ScheduledEvent, lambdaContext());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T09:00:00Z') });
  resetCloud();
});

describe('the schedule that deletes reference images', () => {
  const list = (...uploadTimes: string[]) =>
    s3.on(ListObjectVersionsCommand, { Bucket: 'images', Prefix: 'references/' }).resolves({
      Versions: uploadTimes.map((time) => ({
        Key: `references/user/${time}`,
        VersionId: `version of ${time}`,
        LastModified: new Date(time),
      })),
    });

  it('deletes every version that was uploaded more than 23 hours ago, and no others', async () => {
    list('2026-11-20T09:00:00Z', '2026-11-21T09:59:59Z', '2026-11-21T10:00:00Z', '2026-11-22T09:00:00Z');
    s3.on(DeleteObjectsCommand).resolves({});

    expect(await run()).toEqual({ deleted: 2 });

    expect(
      s3.commandCalls(DeleteObjectsCommand).map(({ args: [{ input }] }) => input.Delete?.Objects),
    ).toEqual([
      ['2026-11-20T09:00:00Z', '2026-11-21T09:59:59Z'].map((time) => ({
        Key: `references/user/${time}`,
        VersionId: `version of ${time}`,
      })),
    ]);
  });

  it('deletes nothing when no image has expired', async () => {
    list('2026-11-22T08:00:00Z');

    expect(await run()).toEqual({ deleted: 0 });
  });

  it('fails when S3 does not delete an image, so that the alarm counts it', async () => {
    list('2026-11-20T09:00:00Z');
    s3.on(DeleteObjectsCommand).resolves({ Errors: [{ Key: 'x', Code: 'InternalError' }] });

    await expect(run()).rejects.toThrow('S3 did not delete 1 objects: InternalError.');
  });
});
