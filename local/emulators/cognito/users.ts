import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { invalidParameter, notAuthorized } from './errors.ts';
import type { Pool, User } from './pool.ts';
import { createVerifier } from './srp.ts';

/** The attributes of a user in a request or a response: names and values. */
export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }));

const READ_ONLY_ATTRIBUTES = new Set(['sub', 'email_verified', 'phone_number_verified']);

/** Finds a user by the username (sub) or by the e-mail address. */
export function findUser(pool: Pool, name: string): User | undefined {
  return pool.state.users.get(name) ?? findByEmail(pool, name);
}

/** Finds a user by the e-mail address. Addresses that differ only in case belong to the same account. */
export function findByEmail(pool: Pool, email: string): User | undefined {
  const wanted = email.toLowerCase();
  return [...pool.state.users.values()].find((user) => getEmail(user).toLowerCase() === wanted);
}

export function getEmail(user: User): string {
  return user.attributes['email'] ?? '';
}

export function isEmailVerified(user: User): boolean {
  return user.attributes['email_verified'] === 'true';
}

/** Adds an unconfirmed user to the pool. */
export function createUser(pool: Pool, attributes: Record<string, string>, password: string): User {
  const now = pool.options.now();
  const username = randomUUID();
  const user: User = {
    username,
    attributes: { sub: username, email_verified: 'false', ...attributes },
    status: 'UNCONFIRMED',
    password: createVerifier(pool.name, username, password),
    createdAt: now,
    modifiedAt: now,
  };
  pool.state.users.set(username, user);
  return user;
}

export function updateUser(pool: Pool, user: User, changes: Partial<User>): void {
  Object.assign(user, changes, { modifiedAt: pool.options.now() });
}

export function setPassword(pool: Pool, user: User, password: string): void {
  updateUser(pool, user, { password: createVerifier(pool.name, user.username, password) });
}

/** Removes a user and all data of the user. */
export function deleteUser(pool: Pool, { username }: User): void {
  const { users, codes, attempts, challenges, tokenFamilies } = pool.state;
  users.delete(username);
  for (const table of [codes, attempts]) {
    for (const key of table.keys()) if (key.endsWith(`:${username}`)) table.delete(key);
  }
  for (const table of [challenges, tokenFamilies]) {
    for (const [key, row] of table) if (row.username === username) table.delete(key);
  }
}

/** @throws AwsJsonError for attributes that clients may not write. */
export function parseAttributes(attributes: z.infer<typeof attributeList>): Record<string, string> {
  if (attributes.some(({ Name }) => READ_ONLY_ATTRIBUTES.has(Name))) {
    throw notAuthorized('A client attempted to write unauthorized attribute');
  }
  return Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]));
}

export function checkUsername(username: string): void {
  if (!z.email().safeParse(username).success) throw invalidParameter('Username should be an email.');
}
