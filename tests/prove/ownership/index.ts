import { addCreator, readConfig } from '../../support/cloud/creator.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import {
  type PartReport,
  type RunOptions,
  toCheckResult,
  toPartReport,
  type CheckResult,
} from '../report.ts';
import { watchUserState } from '../users.ts';
import { checkKeyRaces, checkRevocation, requestWithForeignKey } from './api-keys.ts';
import { checkPhotoRaces } from './api-photos.ts';
import { requestWithForeignIds } from './foreign-ids.ts';
import { createVictim } from './victim.ts';
import { requestChangedUrls } from './signed-urls.ts';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import { LOCAL_PRICES } from '../../../local/connect-services.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { REFUSED_WHEN_SUSPENDED, USER_ENDPOINTS, VALID_REQUESTS } from '../../support/valid-requests.ts';
import { invokeEndpoint, type Reply, type TestUser } from '../api.ts';

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
  const checks = [
    () => requestWithForeignIds(cloud, { victim, attacker, cutter, deleted }),
    () => requestChangedUrls(cloud, { imageUrl: victim.imageUrl, otherId: attacker.userId }, options),
    () => requestWithForeignKey(cloud, victim),
    () => checkKeyRaces(cloud),
    () => checkPhotoRaces(cloud, victim),
    () => checkRevocation(cloud),
    () => checkTokenCutOff(cloud),
    () => checkSuspension(cloud),
    checkUnchanged,
  ];
  options.progress.expect(checks.length);
  const results: CheckResult[] = [];
  for (const check of checks) {
    results.push(await check());
    options.progress.done();
  }
  return toPartReport('ownership', { title: 'Ownership', description: DESCRIPTION }, options, results);
}

/** Generations that run while the access to the account changes. */
const CONCURRENT = 10;

/** A password reset ends a session at every endpoint, also while its generations run. */
async function checkTokenCutOff(cloud: EmbeddedCloud): Promise<CheckResult> {
  const user = await createUser(cloud);
  const { userPoolId } = await readConfig(cloud);
  const reset = () =>
    cloud.invoke('WelcomeUser', {
      triggerSource: 'PostConfirmation_ConfirmForgotPassword',
      userPoolId,
      request: { userAttributes: { sub: user.userId } },
      response: {},
    });
  return checkRefusals(cloud, user, reset, {
    check: 'a token of a sign-in before a password reset, at every endpoint',
    endpoints: USER_ENDPOINTS,
    status: 401,
  });
}

/** A suspended account cannot generate, upload, design or buy, also while its generations run. */
async function checkSuspension(cloud: EmbeddedCloud): Promise<CheckResult> {
  const user = await createUser(cloud);
  const { userId } = user;
  const suspend = () =>
    cloud.invoke('SuspendAccount', { userId, action: 'suspend', by: 'prove', why: 'a test' });
  return checkRefusals(cloud, user, suspend, {
    check: 'a suspended account that generates, uploads, designs and buys',
    endpoints: REFUSED_WHEN_SUSPENDED,
    status: 403,
  });
}

interface Refusal {
  check: string;
  endpoints: readonly UserEndpointName[];
  status: number;
}

async function checkRefusals(
  cloud: EmbeddedCloud,
  user: TestUser,
  revoke: () => Promise<unknown>,
  { check, endpoints, status }: Refusal,
): Promise<CheckResult> {
  const send = (name: UserEndpointName): Promise<Reply> =>
    invokeEndpoint(cloud, user, name, VALID_REQUESTS[name](user.userId, LOCAL_PRICES.starter));
  await Promise.all([...Array.from({ length: CONCURRENT }, () => send('generateThumbnail')), revoke()]);
  const checkUnchanged = await watchUserState(cloud, user.userId);
  const outcomes: (string | undefined)[] = [];
  for (const name of endpoints) {
    const reply = await send(name);
    outcomes.push(reply.status === status ? undefined : `${name} responds ${reply.status} afterwards`);
  }
  outcomes.push(...(await checkUnchanged()).violations);
  return toCheckResult(check, outcomes);
}

async function createUser(cloud: EmbeddedCloud): Promise<TestUser> {
  const { userId } = await addCreator(cloud);
  return { userId, email: undefined, authTime: Math.floor(Date.now() / 1_000) };
}
