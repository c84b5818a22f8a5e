import { beforeEach, describe, expect, it } from 'vitest';
import { restoreCommand } from '../../../../infra/commands/restore.ts';
import { listCalls, mockAws } from '../../support/aws.ts';
import { runOnDev } from '../../support/operators.ts';
import { find, listSteps, mockRestorableStage } from '../../support/restore.ts';

beforeEach(mockRestorableStage);

describe('the restoration of images', () => {
  const versions = (kept: readonly string[]) => ({
    ListObjectVersions: ({ input }: { input: Record<string, unknown> }) => {
      const Key = String(input['Prefix']);
      return {
        // Another image whose key begins with this one.
        Versions: [...kept.filter((key) => key === Key), `${Key}.other`].map((key) => ({
          Key: key,
          VersionId: '1',
        })),
        DeleteMarkers: [
          { Key, VersionId: `marker of ${Key}`, IsLatest: true },
          { Key: `${Key}.other`, VersionId: 'other', IsLatest: true },
        ],
      };
    },
  });
  const row = (id: string): Record<string, { S: string }> => ({
    userId: { S: 'user' },
    generationId: { S: id },
    imageKey: { S: `images/user/${id}.png` },
  });

  beforeEach(() =>
    mockAws({
      ListObjectsV2: { Contents: [{ Key: 'images/user/there.png' }] },
      Scan: { Items: ['there', 'kept', 'lost', 'deleted meanwhile'].map(row) },
      GetItem: ({ input }) => {
        const { S: id } = (input['Key'] as { generationId: { S: string } }).generationId;
        return id === 'deleted meanwhile' ? {} : { Item: row(id) };
      },
      ...versions(['images/user/kept.png']),
      DeleteObjects: {},
    }),
  );

  it('brings images back that rows name, and counts those as lost of which nothing is left, not even a marker', async () => {
    expect(await runOnDev(restoreCommand, '--images')).toMatchObject({
      exitCode: 1,
      printed: '1 images came back, 1 are lost.',
    });
    expect(listCalls('DeleteObjects').map(({ input }) => input)).toEqual([
      {
        Bucket: find('ImagesBucket'),
        Delete: {
          Objects: [{ Key: 'images/user/kept.png', VersionId: 'marker of images/user/kept.png' }],
          Quiet: true,
        },
      },
    ]);
    expect(listSteps()).toEqual([]);
  });

  it('does not bring the image of a thumbnail back that its user deletes at the same time', async () => {
    let isDeleted = false;
    const { ListObjectVersions } = versions(['images/user/kept.png']);
    mockAws({
      Scan: { Items: [row('kept')] },
      GetItem: () => (isDeleted ? {} : { Item: row('kept') }),
      // The row is deleted first, and then the image, which gets a marker.
      ListObjectVersions: (call) => {
        isDeleted = true;
        return ListObjectVersions(call);
      },
    });

    expect(await runOnDev(restoreCommand, '--images')).toMatchObject({
      exitCode: 0,
      printed: '0 images came back, 0 are lost.',
    });
    expect(listCalls('DeleteObjects')).toEqual([]);
  });

  it('only counts in a dry run, and fails if S3 keeps a marker', async () => {
    expect(await runOnDev(restoreCommand, '--images', '--dry-run')).toMatchObject({
      printed: '1 images can come back, 1 are lost.',
    });
    expect(listCalls('DeleteObjects')).toEqual([]);
    mockAws({ DeleteObjects: { Errors: [{ Code: 'InternalError' }] } });

    expect(await runOnDev(restoreCommand, '--images')).toMatchObject({
      exitCode: 1,
      warned: 'S3 did not restore images/user/kept.png: InternalError.',
    });
  });
});
