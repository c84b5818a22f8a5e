import { randomUUID } from 'node:crypto';
import type { UserEndpointName } from '#contract/endpoints/endpoints.ts';
import { LIMITS } from '#contract/limits.ts';
import { invokeEndpoint, type TestUser } from '../../api.ts';
import type { TestEnvironment } from '../../../support/cloud/environment.ts';
import {
  createUser,
  generateThumbnail,
  grantCredits,
  INITIAL_CREDITS,
  newUser,
  triggerWelcome,
} from '../../users.ts';
import type { Operation } from '../trials.ts';

/** However often the operation was retried, the user's first visit shows the welcome credits, booked once. */
async function checkWelcome({ cloud, inspector }: TestEnvironment, user: TestUser): Promise<string[]> {
  const { status, body } = await invokeEndpoint(cloud, user, 'readCredits');
  const ledger = await inspector.ledger(user.userId);
  const count = ledger.filter(({ kind, amount }) => kind === 'welcome' && amount > 0).length;
  const isShown = status === 200 && body['credits'] === INITIAL_CREDITS;
  return [
    ...(isShown ? [] : [`GET /api/credits responds ${status} ${JSON.stringify(body)}`]),
    ...(count === 1 ? [] : [`the welcome was booked ${count} times`]),
  ];
}

const welcomeUser: Operation = {
  name: 'welcome-user',
  calls: 4,
  sampled: true,
  // It reads the salt of the address hashes, which belongs to no user.
  exclusive: true,
  prepare(environment) {
    const user = newUser();
    return Promise.resolve({
      userId: user.userId,
      request: () => triggerWelcome(environment.cloud, user),
      check: () => checkWelcome(environment, user),
    });
  },
};

/**
 * @param hasAccount true if the account exists without its welcome. Otherwise the request creates the account, which also joins
 * its mailbox.
 */
function readFirstCredits(name: string, hasAccount: boolean): Operation {
  return {
    name,
    calls: hasAccount ? 3 : 6,
    async prepare(environment) {
      const user = newUser();
      if (hasAccount) await createUser(environment, { credits: 0, userId: user.userId });
      return {
        userId: user.userId,
        request: async () => (await invokeEndpoint(environment.cloud, user, 'readCredits')).status === 200,
        check: () => checkWelcome(environment, user),
      };
    },
  };
}

/** An endpoint that does not change credits. @param body of the request, if any. */
function readEndpoint(endpoint: UserEndpointName, name: string, calls: number, body?: object): Operation {
  return {
    name,
    calls,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const user = await createUser(environment);
      const { userId } = user;
      const generationId = randomUUID();
      await generateThumbnail(cloud, user, { generationId });
      const before = await inspector.ledger(userId);
      const parts = { params: { id: generationId }, ...(body && { body }) };
      return {
        userId,
        request: async () => (await invokeEndpoint(cloud, user, endpoint, parts)).status === 200,
        async check() {
          const after = await inspector.ledger(userId);
          return after.length === before.length ? [] : ['a read changed the ledger'];
        },
      };
    },
  };
}

function grant(name: string, credits: number): Operation {
  return {
    name,
    calls: 4,
    sampled: credits > 0,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const { userId } = await createUser(environment);
      const grantId = randomUUID();
      return {
        userId,
        request: async () => (await grantCredits(cloud, userId, credits, grantId)) !== undefined,
        async check(isAnswered) {
          const ledger = await inspector.ledger(userId);
          const entries = ledger.filter(({ entryId }) => entryId === `grant#${grantId}`);
          return [
            ...(isAnswered && entries.length !== 1 ? [`the grant has ${entries.length} entries`] : []),
            ...(entries.every(({ amount }) => amount === credits) ? [] : ['the grant has another amount']),
          ];
        },
      };
    },
  };
}

/** Creates or revokes a key of the public API. An answer of the endpoint is final: a creator sees the list of keys. */
function changeKeys(name: string, endpoint: 'createKey' | 'deleteKey'): Operation {
  return {
    name,
    // A creation is a session, a limit, the key with its account, and the address for the e-mail to the owner.
    calls: endpoint === 'createKey' ? 4 : 2,
    sampled: true,
    async prepare(environment) {
      const { cloud, inspector } = environment;
      const user = await createUser(environment);
      const { userId } = user;
      await inspector.givePack(userId, 'elite');
      const create = async () => {
        const { status, body } = await invokeEndpoint(cloud, user, 'createKey', { body: { name: 'Script' } });
        return status === 201 ? String(body['id']) : undefined;
      };
      const listIds = async () => {
        const { body } = await invokeEndpoint(cloud, user, 'listKeys');
        return (body['keys'] as { id: string }[]).map(({ id }) => id);
      };
      const existing = (await create()) ?? '';
      let created: string | undefined;
      return {
        userId,
        async request() {
          if (endpoint === 'createKey') return (created = await create()) !== undefined;
          const { status } = await invokeEndpoint(cloud, user, 'deleteKey', { params: { id: existing } });
          return status === 200 || status === 404;
        },
        async check(isAnswered) {
          const ids = await listIds();
          const isKept = created === undefined || ids.includes(created);
          const isRevoked = endpoint === 'createKey' || !isAnswered || !ids.includes(existing);
          return [
            ...(isKept ? [] : ['a key that was shown does not exist']),
            ...(isRevoked ? [] : ['a revoked key still exists']),
            ...(ids.length > LIMITS.apiKeys ? [`the account has ${ids.length} keys`] : []),
          ];
        },
      };
    },
  };
}

const UPLOAD = { contentType: 'image/jpeg', bytes: 1_000 };

export const ACCOUNT_OPERATIONS: readonly Operation[] = [
  welcomeUser,
  readFirstCredits('read-credits, opens the account', false),
  readFirstCredits('read-credits, grants the deferred welcome', true),
  readEndpoint('readCredits', 'read-credits', 1),
  readEndpoint('listThumbnails', 'list-thumbnails, the list', 2),
  readEndpoint('listGenerations', 'list-thumbnails, the generations', 2),
  readEndpoint('readThumbnail', 'list-thumbnails, one thumbnail', 3),
  readEndpoint('listPurchases', 'list-purchases', 2),
  readEndpoint('createReferenceImage', 'create-reference-image', 2, UPLOAD),
  changeKeys('api-keys, creates', 'createKey'),
  changeKeys('api-keys, revokes', 'deleteKey'),
  grant('grant-credits, adds', 5),
  grant('grant-credits, deducts', -2),
];
