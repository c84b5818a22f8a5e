import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NEW_PASSWORD, POOL_ID, startTestPool, type TestPool } from './cognito-pool.ts';

let pool: TestPool;
beforeAll(async () => {
  pool = await startTestPool();
});
afterAll(() => pool.close());

test('ListUsers lists the users who are not confirmed, in pages', async () => {
  const unconfirmed = [await pool.signUp(), await pool.signUp(), await pool.signUp()];
  const confirmed = await pool.createUser();
  const ids: (string | undefined)[] = [];
  const pages = paginateListUsers(
    { client: pool.sdk, pageSize: 2 },
    { UserPoolId: POOL_ID, Filter: 'cognito:user_status = "UNCONFIRMED"' },
  );
  for await (const { Users = [] } of pages) {
    expect(Users.length).toBeLessThanOrEqual(2);
    for (const { Username, UserStatus, UserCreateDate } of Users) {
      expect(UserStatus).toBe('UNCONFIRMED');
      expect(UserCreateDate).toBeInstanceOf(Date);
      ids.push(Username);
    }
  }
  const findId = async (email: string) => (await pool.adminGet(email)).Username;
  expect(ids).toEqual(expect.arrayContaining(await Promise.all(unconfirmed.map(findId))));
  expect(ids).not.toContain(await findId(confirmed));
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
