import { isDeepStrictEqual } from 'node:util';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { newCreator } from '../../integration/support/creator.ts';
import { auditOf } from '../../support/audit.ts';
import { violationsOf } from '../../support/violations.ts';
import { withCloud } from '../assembly.ts';
import { again, foundBy, type Found } from '../found.ts';
import type { Attack, Part } from '../part.ts';
import { trespasses } from './trespasses.ts';
import { ownerWithEverything, type Owner } from './owner.ts';
import { signedUrls } from './signed-urls.ts';

/**
 * One user tries every id of another's on every route, and every change to another's signed URL.
 * @param assembly folder of the cloud assembly. @default one that is synthesized for this
 */
export async function ownership(attack: Attack, assembly?: string): Promise<Part> {
  return withCloud(assembly, {}, async (cloud) => {
    const ada = await ownerWithEverything(cloud);
    const [mallory, eve] = await Promise.all([newCreator(cloud), newCreator(cloud)]);
    const before = await holdings(cloud, ada.creator.userId);
    const tried = [
      await trespasses(cloud, { ada, mallory, eve }),
      await signedUrls(cloud, ada, mallory.userId, attack),
      await untouched(cloud, ada, before),
    ];
    return {
      title: 'Ownership',
      note:
        'One user asks for another’s ids on every route: the answer is that for an id that never was, but for its ' +
        'request id. Another’s signed URL is good for what it signs, for as long as it says, and for nothing else.',
      lines: tried.map(({ line }) => line),
      violations: again(
        'ownership',
        attack,
        tried.flatMap(({ violations }) => violations),
      ),
    };
  });
}

/** Whatever was tried, the other one's credits and thumbnails are as they were. */
async function untouched(cloud: EmbeddedCloud, { creator }: Owner, before: unknown): Promise<Found> {
  const after = await holdings(cloud, creator.userId);
  const invariants = await violationsOf(auditOf(cloud), creator.userId);
  return foundBy('rows and pictures of the other one afterwards', [
    isDeepStrictEqual(before, after)
      ? undefined
      : `they changed from ${JSON.stringify(before)} to ${JSON.stringify(after)}`,
    invariants.length === 0 ? undefined : invariants.join('; '),
  ]);
}

/** All that a user has. */
async function holdings(cloud: EmbeddedCloud, userId: string): Promise<unknown> {
  const audit = auditOf(cloud);
  return Promise.all([
    audit.balance(userId),
    audit.ledger(userId),
    audit.thumbnails(userId),
    audit.images(userId),
  ]);
}
