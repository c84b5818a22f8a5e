import { newCreator } from '../../integration/support/creator.ts';
import { withCloud } from '../environment.ts';
import { withCommand, type PartReport, type RunOptions } from '../report.ts';
import { watchUserState } from '../users.ts';
import { createVictim, requestWithForeignIds } from './foreign-ids.ts';
import { requestChangedUrls } from './signed-urls.ts';

const DESCRIPTION =
  'One user sends another user’s ids to every endpoint. The response must be the same as for an id that does not exist. A signed URL works only for its image, its method and its lifetime.';

/** Tries to reach another user's data with that user's ids and signed URLs. */
export async function proveOwnership(options: RunOptions): Promise<PartReport> {
  return withCloud(options.assembly, {}, async (cloud) => {
    const victim = await createVictim(cloud);
    const [attacker, deleted] = await Promise.all([newCreator(cloud), newCreator(cloud)]);
    const checkUnchanged = await watchUserState(cloud, victim.creator.userId);
    const results = [
      await requestWithForeignIds(cloud, { victim, attacker, deleted }),
      await requestChangedUrls(cloud, { imageUrl: victim.imageUrl, otherId: attacker.userId }, options),
      await checkUnchanged(),
    ];
    return {
      title: 'Ownership',
      description: DESCRIPTION,
      rows: results.map(({ row }) => row),
      violations: withCommand(
        'ownership',
        options,
        results.flatMap(({ violations }) => violations),
      ),
    };
  });
}
