import { randomUUID } from 'node:crypto';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { readPngSize } from '../../../functions/platform/png.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { findViolations } from '../../support/invariants.ts';
import { createPhoto } from '../../support/photos.ts';
import { toCheckResult, type CheckResult } from '../report.ts';
import { addKeyOwner } from './api-keys.ts';
import type { Victim } from './victim.ts';

/** Two pictures, which have different sizes. */
const [FIRST, SECOND] = [createPhoto(640, 360), createPhoto(360, 480)];

/**
 * Photos of two pictures under one id, with a key and from the site at the same time. The id of another user's thumbnail as the
 * `Idempotency-Key` makes an own photo.
 */
export async function checkPhotoRaces(cloud: EmbeddedCloud, victim: Victim): Promise<CheckResult> {
  const inspector = inspectCloud(cloud);
  const { creator, send } = await addKeyOwner(cloud);
  const { userId } = creator;
  const withKey = (id: string, picture: Buffer) =>
    send('/v1/thumbnails/from-image', {
      method: 'POST',
      headers: { 'idempotency-key': id },
      body: JSON.stringify({ picture: picture.toString('base64') }),
    });
  const referenceId = await inspector.storeReferenceImage(userId, userId, SECOND);
  const fromSite = async (generationId: string) =>
    (await creator.post('/api/thumbnails', { userId, referenceId, generationId })).status;
  const id = randomUUID();
  const credits = await creator.credits();
  const raced = await Promise.all([withKey(id, FIRST), fromSite(id), withKey(id, SECOND), fromSite(id)]);
  const repeated = await withKey(id, FIRST);
  const own = await withKey(victim.finishedId, FIRST);
  const rows = await inspector.thumbnails(userId);
  const sizes = rows.map(async ({ generationId, imageKey = '', width, height }) => {
    const stored = readPngSize(await inspector.readImage(imageKey));
    return stored.width === width && stored.height === height
      ? undefined
      : `the image of the photo ${generationId} is another picture than its row says`;
  });
  return toCheckResult('photos of one account with a key and from the site at the same time', [
    ...raced.map((status) => ([200, 400, 409].includes(status) ? undefined : `a photo responds ${status}`)),
    raced.includes(200) ? undefined : 'none of the requests made the photo',
    repeated === 200 ? undefined : `a repeated request responds ${repeated}`,
    own === 200 ? undefined : `the id of another user’s thumbnail responds ${own}`,
    rows.length === 2 ? undefined : `two ids made ${rows.length} photos`,
    (await creator.credits()) === credits ? undefined : 'a photo took credits',
    ...(await Promise.all(sizes)),
    ...(await findViolations(inspector, userId)),
  ]);
}
