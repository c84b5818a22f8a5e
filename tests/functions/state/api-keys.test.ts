import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyResponse, listKeysResponse } from '#contract/endpoints/api-key-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { namePacks } from '#contract/packs.ts';
import { setTokensValidFrom } from '../../../functions/credits/ledger/users-table.ts';
import { errorBody, invalidRequest } from '../support/event.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { captureLogs } from '../support/logs.ts';
import * as db from './support/database.ts';
import { prepareServices } from './support/deletion.ts';
import { cognito, ses } from './support/services.ts';

let user: string;

const create = (name: unknown = 'Upload script', owner = user) =>
  callEndpoint('createKey', owner, { body: { name } });
async function createKey(owner = user) {
  return createKeyResponse.parse((await create('Upload script', owner)).body);
}
const list = async () => listKeysResponse.parse((await callEndpoint('listKeys', user)).body);
const revoke = (id: string, owner = user) => callEndpoint('deleteKey', owner, { params: { id } });

beforeEach(async () => {
  prepareServices();
  user = db.newUser();
  await db.putUser(user, 3, { packs: { elite: 50 } });
  db.resetCalls();
});

describe('a new key', () => {
  it('is shown once, and stored as a hash of its secret', async () => {
    const answer = await create('  Upload script ');

    const { id, key, createdAt } = createKeyResponse.parse(answer.body);
    expect(answer).toMatchObject({ status: 201, body: { id, name: 'Upload script', createdAt, key } });
    expect(key).toMatch(new RegExp(`^tf_dev_${id}_[0-9a-f]{40}$`));
    expect(await list()).toEqual({ keys: [{ id, name: 'Upload script', createdAt }] });
    const stored = (await db.scanItems('apiKeys')).filter(({ userId }) => userId === user);
    expect(stored).toEqual([
      {
        keyId: id,
        userId: user,
        name: 'Upload script',
        createdAt,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
    expect(JSON.stringify(stored)).not.toContain(key.split('_').at(-1));
  });

  it.each([
    ['', 'name must not be empty'],
    [' ', 'name must not be empty'],
    ['a\nb', 'name must be one line'],
    ['x'.repeat(LIMITS.keyNameLength + 1), 'name must be at most 60 characters'],
    [7, 'name must be text'],
  ])('cannot have the name %j', async (name, problem) => {
    expect(await create(name)).toMatchObject({ status: 400, body: invalidRequest(problem, 'name') });
  });

  it.each([
    ['without a purchase', {}],
    [
      'with packs that have no keys, and with a pack that was paid back',
      { packs: { starter: 10, pro: 25, elite: 0 } },
    ],
  ])('is refused for an account %s, which sees the pack that keys come with', async (_, more) => {
    user = db.newUser();
    await db.putUser(user, 3, more);

    expect(await create()).toMatchObject({
      status: 403,
      body: errorBody('pack_required', { params: { feature: 'keys' } }),
    });
    expect(await list()).toEqual({ keys: [], requiredPack: namePacks(({ apiKeys }) => apiKeys) });
  });

  it('is the sixth at most once, however many are requested at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create()));

    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, 201, 201, 201, 201, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)?.body).toEqual(
      errorBody('forbidden', { params: { reason: 'keyLimit', limit: 5 } }),
    );
    expect((await list()).keys).toHaveLength(5);
  });

  it('is refused when the account is closed meanwhile', async () => {
    const closedAt = new Date().toISOString();
    const before = () => db.putUser(user, 0, { closedAt, packs: { elite: 50 } });
    db.interceptCall({ operation: 'TransactWriteItems', before });

    expect(await create()).toMatchObject({
      status: 401,
      body: errorBody('unauthorized', { params: { reason: 'accountDeleted' } }),
    });
    expect(await db.findUserItem(user)).not.toHaveProperty('keyCount');
  });
});

describe('the owner of a new key', () => {
  const sentEmails = () => ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input);
  const createWith = (claims: Record<string, string>) =>
    callEndpoint('createKey', user, { claims, body: { name: 'https://evil.example' } });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T09:05:00.500Z') });
  });

  it('is told by e-mail, without a text of the request', async () => {
    expect(await createWith({ email: 'ada@example.com', email_verified: 'true' })).toMatchObject({
      status: 201,
    });

    expect(sentEmails()).toEqual([
      {
        FromEmailAddress: 'no-reply@thumbforge.example.com',
        Destination: { ToAddresses: ['ada@example.com'] },
        Content: {
          Simple: {
            Subject: { Data: 'A new API key for your Thumbforge account', Charset: 'UTF-8' },
            Body: {
              Text: {
                Data: [
                  'An API key was created for your Thumbforge account on 2026-11-24 at 09:05 UTC.',
                  'It can spend your credits and see your thumbnails.',
                  '',
                  'If you did not create it, reset your password, which revokes all keys:',
                  'https://thumbforge.example.com/auth?view=forgotten_password',
                ].join('\n'),
                Charset: 'UTF-8',
              },
            },
          },
        },
      },
    ]);
  });

  it('is told at the address in the user pool if the token has no address', async () => {
    const UserAttributes = [
      { Name: 'email', Value: 'ada@example.com' },
      { Name: 'email_verified', Value: 'true' },
    ];
    cognito.on(AdminGetUserCommand).resolves({ UserAttributes });
    await createWith({});

    expect(sentEmails()).toMatchObject([{ Destination: { ToAddresses: ['ada@example.com'] } }]);
  });

  it('gets no e-mail for a key that is refused', async () => {
    await db.putUser(user, 3);
    await createWith({ email: 'ada@example.com', email_verified: 'true' });

    expect(sentEmails()).toEqual([]);
  });

  it('gets the key although the e-mail cannot be sent, which is logged', async () => {
    ses.on(SendEmailCommand).rejects(new Error('Sending paused.'));
    const logs = captureLogs();

    expect(await createWith({ email: 'ada@example.com', email_verified: 'true' })).toMatchObject({
      status: 201,
    });
    expect(logs.lines('owner of a new key not notified')).toHaveLength(1);
    expect(logs.text()).not.toContain('ada@example.com');
  });
});

describe('a password reset', () => {
  /** Ends the sessions up to the end of the current second, as the trigger of a password reset does. */
  async function resetPassword() {
    await setTokensValidFrom(user, '2026-11-24T09:00:01.000Z');
    vi.setSystemTime('2026-11-24T09:00:02.000Z');
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T09:00:00.500Z') });
  });

  it('revokes all keys, and makes room for new keys', async () => {
    const old = [];
    for (let count = 0; count < LIMITS.apiKeys; count += 1) old.push(await createKey());
    await resetPassword();

    expect(await list()).toEqual({ keys: [] });
    expect((await callEndpoint('exportAccount', user)).body).toMatchObject({ keys: [] });
    const answers = await Promise.all(old.map(({ id }) => revoke(id)));
    expect(answers.map(({ status }) => status)).toEqual(old.map(() => 404));

    const { id } = await createKey();
    expect((await list()).keys).toMatchObject([{ id }]);
    expect(await db.findUserItem(user)).toMatchObject({ keyCount: 1 });
  });

  it('that happens while an older session creates a key leaves no key', async () => {
    db.interceptCall({ operation: 'TransactWriteItems', before: resetPassword });

    expect(await create()).toMatchObject({ status: 401, body: errorBody('unauthorized') });
    expect(await list()).toEqual({ keys: [] });
  });
});

describe('a revoked key', () => {
  it('disappears at once, and makes room for another key', async () => {
    const [first] = [
      await createKey(),
      await createKey(),
      await createKey(),
      await createKey(),
      await createKey(),
    ];

    expect(await revoke(first.id)).toMatchObject({ status: 200, body: { deleted: true } });

    expect((await list()).keys.map(({ id }) => id)).not.toContain(first.id);
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(403);
  });

  it('answers 404 from then on, and frees its place once', async () => {
    const { id } = await createKey();
    await createKey();

    const answers = await Promise.all([revoke(id), revoke(id), revoke(id)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(await db.findUserItem(user)).toMatchObject({ keyCount: 1 });
  });

  it('cannot be revoked by another account', async () => {
    const { id } = await createKey();
    const other = db.newUser();
    await db.putUser(other, 3, { packs: { elite: 50 }, keyCount: 1 });

    expect(await revoke(id, other)).toMatchObject({ status: 404, body: errorBody('not_found') });

    expect((await list()).keys).toHaveLength(1);
    expect(await db.findUserItem(other)).toMatchObject({ keyCount: 1 });
  });

  it('can be one of an account that no longer has the pack', async () => {
    const { id } = await createKey();
    await db.putUser(user, 3, { keyCount: 1 });

    expect((await revoke(id)).status).toBe(200);
  });
});
