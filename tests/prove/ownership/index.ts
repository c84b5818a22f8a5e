import { addCreator } from '../../support/cloud/creator.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { withCommand, type PartReport, type RunOptions } from '../report.ts';
import { watchUserState } from '../users.ts';
import { checkSuspension, checkTokenCutOff } from './account-access.ts';
import { checkKeyRaces, checkRevocation, requestWithForeignKey } from './api-keys.ts';
import { requestWithForeignIds } from './foreign-ids.ts';
import { createVictim } from './victim.ts';
import { requestChangedUrls } from './signed-urls.ts';

const DESCRIPTION =
  'One user sends another user’s ids to every endpoint. The response must be the same as for an id that does not exist. A signed URL works only for its image, its method and its lifetime. A password reset and a suspension take effect at once, also while generations run. Requests with an API key and from the site spend each credit once.';

/** Tries to reach another user's data with that user's ids and signed URLs, and to use an account without access. */
export async function proveOwnership({ cloud }: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const victim = await createVictim(cloud);
  const [attacker, cutter, deleted] = await Promise.all([
    addCreator(cloud),
    addCreator(cloud),
    addCreator(cloud),
  ]);
  const checkUnchanged = await watchUserState(cloud, victim.creator.userId);
  const results = [
    await requestWithForeignIds(cloud, { victim, attacker, cutter, deleted }),
    await requestChangedUrls(cloud, { imageUrl: victim.imageUrl, otherId: attacker.userId }, options),
    await requestWithForeignKey(cloud, victim),
    await checkKeyRaces(cloud),
    await checkRevocation(cloud),
    await checkTokenCutOff(cloud),
    await checkSuspension(cloud),
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
}
