import {
  AdminGetUserCommand,
  ListUsersCommand,
  TooManyRequestsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/events/delete-orphaned-accounts.ts';
import { lambdaContext } from '../support/event.ts';
import * as db from './support/database.ts';
import { cognito } from './support/services.ts';

const HOUR_MS = 3_600_000;
const opened = (hoursAgo: number) => ({ createdAt: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString() });
const run = (event: object = { source: 'aws.events' }) => handler(event, lambdaContext());
const notFound = new UserNotFoundException({ message: '', $metadata: {} });
const throttled = new TooManyRequestsException({ message: '', $metadata: {} });

/** Opens accounts. @param account attributes of their items */
async function putAccounts(count: number, account: db.Item = opened(48)): Promise<string[]> {
  const userIds = Array.from({ length: count }, db.newUser);
  await Promise.all(userIds.map((userId) => db.putUser(userId, 3, account)));
  return userIds;
}

/** Sets the users of the pool, in pages of two. */
function setUsers(userIds: readonly string[]): void {
  const pages = Array.from({ length: Math.ceil(userIds.length / 2) }, (_, page) =>
    userIds.slice(page * 2, page * 2 + 2),
  );
  pages.forEach((page, index) => {
    cognito
      .on(ListUsersCommand, {
        UserPoolId: 'us-west-2_Pool',
        AttributesToGet: ['sub'],
        PaginationToken: index === 0 ? undefined : String(index),
      })
      .resolves({
        Users: page.map((Username) => ({ Username })),
        ...(index < pages.length - 1 && { PaginationToken: String(index + 1) }),
      });
  });
  cognito.on(AdminGetUserCommand).rejects(notFound);
  for (const Username of userIds) cognito.on(AdminGetUserCommand, { Username }).resolves({ Username });
}

const isDeleted = async (userId: string) => (await db.findUserItem(userId))?.['closing'] === 'yes';

beforeEach(async () => {
  cognito.reset();
  // A run reads all accounts.
  await db.createTables();
});

it('closes the accounts of which Cognito says that the user does not exist, on any page', async () => {
  const kept = await putAccounts(5);
  const [orphaned = ''] = await putAccounts(1);
  const [closed = ''] = await putAccounts(1, { ...opened(48), closedAt: '2026-11-02T09:00:00.000Z' });
  setUsers(kept);
  db.setPageSize(2);

  await expect(run()).resolves.toEqual({ accounts: 6, deleted: [orphaned] });

  expect(await db.findUserItem(orphaned)).toMatchObject({
    closing: 'yes',
    closedAt: expect.any(String) as string,
  });
  expect(await Promise.all([...kept, closed].map(isDeleted))).toEqual([...kept, closed].map(() => false));
  // finish-closings does the rest.
  await expect(run()).resolves.toEqual({ accounts: 5, deleted: [] });
});

it('leaves an account in its first day', async () => {
  setUsers(await putAccounts(2));
  await putAccounts(1, opened(23));

  await expect(run()).resolves.toEqual({ accounts: 2, deleted: [] });
});

describe('an answer of Cognito that cannot be trusted deletes nothing:', () => {
  const TOO_MANY = { message: 'Too many accounts have no user. Nothing was deleted.' };

  it.each<[string, () => unknown, object]>([
    ['the listing fails', () => cognito.on(ListUsersCommand).rejects(throttled), throttled],
    [
      'a page of the listing fails',
      () => cognito.on(ListUsersCommand, { PaginationToken: '1' }).rejects(throttled),
      throttled,
    ],
    [
      'the listing is not readable',
      () => cognito.on(ListUsersCommand).resolves({ Users: [{}] }),
      { name: '$ZodError' },
    ],
    ['the listing is empty', () => cognito.on(ListUsersCommand).resolves({ Users: [] }), TOO_MANY],
    [
      'the answer for the second user fails',
      () => cognito.on(AdminGetUserCommand).rejectsOnce(notFound).rejects(throttled),
      throttled,
    ],
  ])('%s', async (_, fail, error) => {
    const kept = await putAccounts(4);
    const orphaned = await putAccounts(2);
    setUsers(kept);
    fail();

    await expect(run()).rejects.toMatchObject(error);

    expect(await Promise.all([...kept, ...orphaned].map(isDeleted))).toEqual(Array(6).fill(false));
  });

  it('the listing lacks a user who exists', async () => {
    const [hidden = '', ...kept] = await putAccounts(4);
    setUsers(kept);
    cognito.on(AdminGetUserCommand, { Username: hidden }).resolves({ Username: hidden });

    await expect(run()).resolves.toEqual({ accounts: 4, deleted: [] });
  });
});

it.each([
  [20, 40, 20],
  [21, 40, 'Too many accounts have no user. Nothing was deleted.'],
  [2, 2, 2],
  [2, 1, 'Too many accounts have no user. Nothing was deleted.'],
])('of %i accounts without and %i with a user, deletes %s', async (orphaned, others, expected) => {
  setUsers(await putAccounts(others));
  await putAccounts(orphaned);

  const result = await run().then(
    ({ deleted }) => deleted.length,
    (error: unknown) => (error as Error).message,
  );

  expect(result).toBe(expected);
});

it('deletes as many as an operator allows', async () => {
  setUsers(await putAccounts(1));
  await putAccounts(3);

  await expect(run({ limit: 2 })).rejects.toThrow('Nothing was deleted.');
  await expect(run({ limit: 3 })).resolves.toMatchObject({ accounts: 4, deleted: { length: 3 } });
});
