import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  paginateListUsers,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEW_PASSWORD, POOL_ID, startTestPool, type TestPool } from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

test('ListUsers lists all users, or those who are not confirmed, in pages', async () => {
  const listUsers = async (Filter?: string) => {
    const users: UserType[] = [];
    for await (const { Users = [] } of paginateListUsers(
      { client: pool.sdk, pageSize: 2 },
      { UserPoolId: POOL_ID, Filter },
    )) {
      expect(Users.length).toBeLessThanOrEqual(2);
      users.push(...Users);
    }
    return users.map(({ Username, UserStatus, UserCreateDate }) => [
      Username,
      UserStatus,
      UserCreateDate instanceof Date,
    ]);
  };
  const describe = async (email: string, status: string) => [
    (await pool.adminGet(email)).Username,
    status,
    true,
  ];
  const unconfirmed: unknown[] = [];
  for (let i = 0; i < 3; i += 1) unconfirmed.push(await describe(await pool.signUp(), 'UNCONFIRMED'));
  const confirmed = await describe(await pool.createUser(), 'CONFIRMED');

  expect((await listUsers('cognito:user_status = "UNCONFIRMED"')).sort()).toEqual(unconfirmed.sort());
  expect((await listUsers()).sort()).toEqual([...unconfirmed, confirmed].sort());
});

test('AdminSetUserPassword replaces the password of a user', async () => {
  const email = await pool.createUser();
  const user = { UserPoolId: POOL_ID, Username: email };
  await pool.sdk.send(new AdminSetUserPasswordCommand({ ...user, Password: NEW_PASSWORD, Permanent: true }));
  await expect(pool.signIn(email)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(pool.signIn(email, NEW_PASSWORD)).resolves.toBeDefined();
});

test('AdminCreateUser adds a user who can sign in once the password is permanent', async () => {
  const email = `${randomUUID()}@example.com`;
  const user = { UserPoolId: POOL_ID, Username: email };
  const UserAttributes = [{ Name: 'email', Value: email }];
  const create = () =>
    pool.sdk.send(new AdminCreateUserCommand({ ...user, UserAttributes, MessageAction: 'SUPPRESS' }));
  const { User } = await create();
  expect(User?.UserStatus).toBe('FORCE_CHANGE_PASSWORD');
  await expect(create()).rejects.toMatchObject({ name: 'UsernameExistsException' });

  await pool.sdk.send(new AdminSetUserPasswordCommand({ ...user, Password: NEW_PASSWORD, Permanent: true }));

  await expect(pool.signIn(email, NEW_PASSWORD)).resolves.toBeDefined();
  expect(await pool.adminGet(email)).toMatchObject({ Username: User?.Username, UserStatus: 'CONFIRMED' });
});
