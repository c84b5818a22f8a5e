import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ENDPOINTS, type UserEndpointName } from '#contract/endpoints/endpoints.ts';
import { FEATURE_IDS } from '#contract/features.ts';
import { PACK_IDS, PACKS } from '#contract/packs.ts';
import { handler as welcomeUser } from '../../../functions/events/welcome-user.ts';
import { REFUSED_WHEN_SUSPENDED, USER_ENDPOINTS, VALID_REQUESTS } from '../../support/valid-requests.ts';
import { timedOut } from '../support/aws-errors.ts';
import { confirmed } from '../support/cognito-event.ts';
import { errorBody, lambdaContext } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import * as db from './support/database.ts';
import { thumbnailItem } from './support/items.ts';
import { prepareServices, signIns } from './support/deletion.ts';
import { cognito } from './support/services.ts';
import { requests } from './support/stripe.ts';

const now = Math.floor(Date.now() / 1_000);
const toIso = (seconds: number) => new Date(seconds * 1_000).toISOString();

/** A refused call checks the account with the only call that it makes: the others would read it before they write. */
const REFUSED_WRITES: Partial<Record<UserEndpointName, string>> = {
  generateThumbnail: 'TransactWriteItems',
  createCutout: 'TransactWriteItems',
  createEdit: 'TransactWriteItems',
  deleteAccount: 'UpdateItem',
};

const request = (name: UserEndpointName, userId: string, authTime = now) =>
  callEndpoint(name, userId, {
    claims: { auth_time: String(authTime) },
    ...VALID_REQUESTS[name](userId, 'price_starter'),
  });
/** Repeats the request of a generation that has succeeded. */
async function repeatGeneration(userId: string, authTime = now) {
  const generationId = db.newGeneration();
  await db.putItem('thumbnails', thumbnailItem(userId, generationId, 'succeeded'));
  const claims = { auth_time: String(authTime) };
  const body = { prompt: 'a castle', userId, generationId };
  return callEndpoint('generateThumbnail', userId, { claims, body });
}

async function createUser(more: Record<string, unknown>): Promise<string> {
  const user = db.newUser();
  prepareServices();
  signIns.set(user, `${user}@example.com`);
  await db.putUser(user, 3, more);
  db.resetCalls();
  return user;
}

describe('a token of a sign-in before tokensValidFrom', () => {
  it.each(USER_ENDPOINTS)('is refused by %s with 401, without an additional call', async (name) => {
    const user = await createUser({ tokensValidFrom: toIso(now) });

    expect(await request(name, user, now - 1)).toMatchObject({
      status: 401,
      body: { error: 'Your session has ended. Please sign in again.', code: 'unauthorized' },
    });

    expect(db.operations()).toEqual([REFUSED_WRITES[name] ?? 'GetItem']);
    expect(await db.findUserItem(user)).toMatchObject({ credits: 3, tokensValidFrom: toIso(now) });
    expect(signIns.has(user)).toBe(true);
  });

  it('does not return the image of a generation that is repeated with its id', async () => {
    const user = await createUser({ tokensValidFrom: toIso(now) });

    const answer = await repeatGeneration(user, now - 1);

    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it.each([now, now + 1])('leaves a sign-in at or after that time valid: %i', async (authTime) => {
    const user = await createUser({ tokensValidFrom: toIso(now) });

    expect(await request('readCredits', user, authTime)).toMatchObject({ status: 200 });
  });

  it('is refused as invalid when it does not tell the time of its sign-in', async () => {
    const user = await createUser({});

    const answer = await callEndpoint('readCredits', user, { claims: { auth_time: '' } });
    expect(answer.status).toBe(401);
  });
});

describe('a closed account', () => {
  // Its deletion may be repeated.
  it.each(USER_ENDPOINTS.filter((name) => name !== 'deleteAccount'))('cannot use %s', async (name) => {
    const user = await createUser({ closedAt: toIso(now) });

    expect(await request(name, user)).toMatchObject({
      status: 401,
      body: { error: 'This account has been deleted.', code: 'unauthorized' },
    });

    expect(db.operations()).toEqual([REFUSED_WRITES[name] ?? 'GetItem']);
    expect(requests).toEqual([]);
  });
});

describe('a suspended account', () => {
  const SUSPENDED = { suspendedAt: '2026-11-21T09:00:00.000Z' };

  it.each(REFUSED_WHEN_SUSPENDED)('cannot use %s', async (name) => {
    const user = await createUser(SUSPENDED);

    expect(await request(name, user)).toMatchObject({
      status: 403,
      body: {
        error: expect.stringContaining('This account is suspended.') as string,
        code: 'account_suspended',
      },
    });

    expect(await db.findUserItem(user)).toMatchObject({ credits: 3 });
    expect(db.operations()).not.toContain('UpdateItem');
  });

  // This needs a video that exists.
  const EXCEPTED: readonly UserEndpointName[] = [...REFUSED_WHEN_SUSPENDED, 'readVideoReference'];
  it.each(USER_ENDPOINTS.filter((name) => !EXCEPTED.includes(name)))('can use %s', async (name) => {
    const { status } = await request(name, await createUser(SUSPENDED));

    // The ids in valid requests name nothing that exists. For a payment, this is an answer.
    const namesNothing = ENDPOINTS[name].path.includes('{') && name !== 'confirmPurchase';
    expect(status).toBe(namesNothing ? 404 : 200);
  });

  it('gets the result of a generation that it repeats with its id', async () => {
    const user = await createUser(SUSPENDED);

    expect(await repeatGeneration(user)).toMatchObject({ status: 200 });
  });
});

describe('a feature in early access', () => {
  const OF_A_FEATURE = USER_ENDPOINTS.flatMap((name) => {
    const endpoint = ENDPOINTS[name];
    return 'feature' in endpoint ? [{ name, feature: endpoint.feature }] : [];
  });
  const withPacks = async (name: UserEndpointName, packs: Record<string, number>) => {
    const user = await createUser({ packs });
    return { user, answer: await request(name, user) };
  };

  beforeEach(() => {
    vi.stubEnv('EARLY_ACCESS', JSON.stringify(FEATURE_IDS));
    return () => vi.unstubAllEnvs();
  });

  it.each(OF_A_FEATURE)(
    'refuses $name for an account whose packs have no early access, and takes nothing',
    async ({ name, feature }) => {
      const { user, answer } = await withPacks(name, { starter: 10, pro: 0 });

      const body = errorBody('pack_required', { params: { feature } });
      expect(answer).toMatchObject({ status: 403, body });
      expect(db.operations()).toEqual(['GetItem']);
      expect(await db.findUserItem(user)).toMatchObject({ credits: 3 });
    },
  );
  it.each([
    ...PACK_IDS.map((id) => [{ [id]: 1 }, PACKS[id].earlyAccess ? 200 : 403] as const),
    [{}, 403],
  ] as const)('is there for the packs %j: %i', async (packs: Record<string, number>, status) => {
    expect((await withPacks('readBrand', packs)).answer.status).toBe(status);
  });

  it('is refused to a user without an account', async () => {
    expect(await callEndpoint('readBrand', db.newUser())).toMatchObject({ status: 403 });
  });

  it('leaves the other features to all accounts', async () => {
    vi.stubEnv('EARLY_ACCESS', '["keys"]');

    expect((await withPacks('readBrand', {})).answer.status).toBe(200);
  });

  it('has the keys that an account has made, so that it can revoke them', async () => {
    expect((await withPacks('listKeys', {})).answer.status).toBe(200);
    expect((await withPacks('deleteKey', {})).answer.status).toBe(404);
  });
});

describe('the deletion of an account', () => {
  it('is refused when the sign-in is older than five minutes', async () => {
    const user = await createUser({});

    expect(await request('deleteAccount', user, now - 301)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    });

    expect(db.operations()).toEqual([]);
    expect(signIns.has(user)).toBe(true);
  });

  it('is accepted after a sign-in within five minutes', async () => {
    const user = await createUser({});
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000 });

    expect(await request('deleteAccount', user, now - 300)).toMatchObject({ status: 200 });
    expect(signIns.has(user)).toBe(false);
  });
});

describe('the creation of an API key', () => {
  it('is refused when the sign-in is older than five minutes', async () => {
    const user = await createUser({ packs: { elite: 50 } });

    expect(await request('createKey', user, now - 301)).toMatchObject({
      status: 403,
      body: { code: 'reauthentication_required' },
    });

    expect(db.operations()).toEqual(['GetItem']);
  });

  it('is accepted after a sign-in within five minutes', async () => {
    const user = await createUser({ packs: { elite: 50 } });
    vi.useFakeTimers({ toFake: ['Date'], now: now * 1_000 });

    expect(await request('createKey', user, now - 300)).toMatchObject({ status: 201 });
  });
});

describe('a password reset', () => {
  let user: string;
  const resetPassword = () => {
    const triggerSource = 'PostConfirmation_ConfirmForgotPassword';
    const event = confirmed({ sub: user, email: `${user}@example.com`, triggerSource });
    return welcomeUser(event, lambdaContext()).then((result) => ({ event, result }));
  };
  const signOuts = () => cognito.commandCalls(AdminUserGlobalSignOutCommand);
  const validFrom = async () => String((await db.findUserItem(user))?.['tokensValidFrom']);

  beforeEach(async () => {
    user = await createUser({});
    cognito.on(AdminUserGlobalSignOutCommand).resolves({});
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00:15.400Z') });
  });

  it('ends the sessions of the current second and before, and returns when that second is over', async () => {
    const { event, result } = await resetPassword();

    expect(result).toBe(event);
    const tokensValidFrom = '2026-11-24T10:00:16.000Z';
    expect(await db.findUserItem(user)).toMatchObject({ credits: 3, tokensValidFrom });
    expect(new Date().toISOString()).toBe(tokensValidFrom);
    expect(signOuts().map(({ args: [{ input }] }) => input)).toEqual([
      { UserPoolId: 'us-west-2_Pool', Username: user },
    ]);
  });

  it('opens the account first when the user has no account, so that an older token cannot open it', async () => {
    user = db.newUser();

    await resetPassword();

    expect(await db.findUserItem(user)).toMatchObject({ credits: 3, tokensValidFrom: await validFrom() });
  });

  it('fails when the table cannot be written, without ending the sessions at Cognito', async () => {
    db.failCall(timedOut(), { operation: 'UpdateItem' });

    await expect(resetPassword()).rejects.toThrow();
    expect(signOuts()).toEqual([]);
  });

  it('fails when Cognito does not end the sessions, and the API refuses them all the same', async () => {
    cognito.on(AdminUserGlobalSignOutCommand).rejects(new Error('Cognito failed.'));

    await expect(resetPassword()).rejects.toThrow('Cognito failed.');
    expect(Date.parse(await validFrom())).toBeGreaterThan(0);
  });
});
