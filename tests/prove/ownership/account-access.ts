import type { UserEndpointName } from '../../../contract/endpoints.ts';
import { LOCAL_PRICES } from '../../../local/connect-services.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { addCreator, readConfig } from '../../support/cloud/creator.ts';
import { REFUSED_WHEN_SUSPENDED, USER_ENDPOINTS, VALID_REQUESTS } from '../../support/valid-requests.ts';
import { invokeEndpoint, type Reply, type TestUser } from '../api.ts';
import { toCheckResult, type CheckResult } from '../report.ts';
import { watchUserState } from '../users.ts';

/** Generations that run while the access to the account changes. */
const CONCURRENT = 10;

/** A password reset ends a session at every endpoint, also while its generations run. */
export async function checkTokenCutOff(cloud: EmbeddedCloud): Promise<CheckResult> {
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
export async function checkSuspension(cloud: EmbeddedCloud): Promise<CheckResult> {
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
