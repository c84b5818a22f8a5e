import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setTokensValidFrom } from '../../../functions/credits/ledger/users-table.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { authorizeKey, createKey, openKeyAccount } from './support/api-key.ts';
import * as db from './support/database.ts';

const UNKNOWN = { isAuthorized: true, context: { refusal: 'unknown' } };

let user: string;
let key: string;
let keyId: string;

beforeEach(async () => {
  ({ user, key, keyId } = await openKeyAccount());
});

describe('the authorizer', () => {
  it.each([(text: string) => text, (text: string) => `Bearer ${text}`, (text: string) => `bearer  ${text} `])(
    'accepts a key as the header has it: %s',
    async (write) => {
      expect(await authorizeKey(write(key))).toEqual({
        isAuthorized: true,
        context: { keyId, userId: user },
      });
    },
  );

  it.each([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a text that is no key', () => 'Bearer x'],
    ['a key of another stage', () => key.replace('tf_dev_', 'tf_prod_')],
    ['another secret', () => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
    ['an unknown key', () => key.replace(keyId, randomUUID())],
    ['a longer text', () => `${key}0`],
  ])('denies %s', async (_, header) => {
    expect(await authorizeKey(header())).toEqual(UNKNOWN);
  });

  it('denies a revoked key', async () => {
    await callEndpoint('deleteKey', user, { params: { id: keyId } });

    expect(await authorizeKey(key)).toEqual(UNKNOWN);
  });

  it('denies a key that is older than a password reset, and accepts a newer key', async () => {
    await setTokensValidFrom(user, new Date(Date.now() + 1).toISOString());
    expect(await authorizeKey(key)).toEqual(UNKNOWN);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const { key: newer, context } = await createKey(user);
    expect(await authorizeKey(newer)).toEqual({ isAuthorized: true, context });
  });

  it('writes the day of the last use once a day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T23:59:59Z') });
    await authorizeKey(key);
    await authorizeKey(key);
    expect(db.operations()).toEqual(['GetItem', 'GetItem', 'UpdateItem', 'GetItem', 'GetItem']);
    vi.setSystemTime('2026-11-25T00:00:00Z');
    await authorizeKey(key);

    const { body } = await callEndpoint('listKeys', user);
    expect(body).toMatchObject({ keys: [{ id: keyId, lastUsed: '2026-11-25' }] });
  });

  it('accepts a key whose use cannot be written', async () => {
    db.failCall(new Error('broken'), { operation: 'UpdateItem' });

    expect(await authorizeKey(key)).toMatchObject({ isAuthorized: true });
  });
});
