import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { readCreditsResponse } from '#contract/endpoints/schemas.ts';
import { SiteClient } from '../../../infra/commands/site-client.ts';
import { accessSite } from '../../../infra/commands/stage-access.ts';
import {
  confirmTemporaryUser,
  createTemporaryUser,
  deleteTemporaryUser,
  grantCredits,
  type SignedInUser,
  type TemporaryUser,
} from '../../../infra/commands/temporary-user.ts';
import { signIn } from '../../support/cloud/sign-in.ts';
import { storeSession, type Creator } from './creator.ts';
import type { Site } from './site.ts';

/** The credits of the creator: the same number as a new creator gets in the stage `dev`. */
const CREDITS = 3;

/**
 * Creates a signed-in user of a deployed stage, by administrator calls with the shell's AWS credentials.
 * @param refuse skips a test that generates images.
 * @returns the user, and a function that deletes the account.
 */
export async function createDeployedCreator(
  { url, config }: Site,
  stage: string,
  refuse: () => void,
): Promise<{ creator: Creator; remove: () => Promise<void> }> {
  const access = await accessSite(stage);
  const { region, userPoolId, userPoolClientId, userPoolEndpoint } = config;
  const pool = { cognito: access.cognito, poolId: userPoolId };
  const site = new SiteClient(url);
  const user: TemporaryUser | SignedInUser = await createTemporaryUser(pool);
  const remove = () => deleteTemporaryUser(pool, site, user);
  const { id: userId, email, password } = user;
  try {
    await confirmTemporaryUser(pool, user);
    const cognito = new CognitoIdentityProviderClient({
      region,
      // Sign-in calls are not signed.
      credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
      ...(userPoolEndpoint !== undefined && { endpoint: userPoolEndpoint }),
    });
    const session = await signIn({ cognito, userPoolId, userPoolClientId, email, password });
    // The deletion needs it.
    Object.assign(user, { token: session.token });
    await site.call('readCredits', readCreditsResponse, { token: session.token });
    await grantCredits(access, user, { credits: CREDITS, why: 'Browser tests' });
    const storageState = storeSession(url, userPoolClientId, { email, ...session });
    const generate = () => {
      refuse();
      return Promise.resolve([]);
    };
    return { creator: { userId, email, storageState, generate }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
