import { createHmac, randomUUID } from 'node:crypto';
import { invalidParameter, notAuthorized } from './errors.ts';
import type { Pool } from './pool.ts';
import { makeVerifier, type PasswordVerifier } from './srp.ts';
import type { User } from './store.ts';

/** Names and values as requests and answers list them. */
export interface Attribute {
  Name: string;
  Value: string;
}

/** https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html */
const STANDARD = new Set(
  (
    'address birthdate email family_name gender given_name locale middle_name name nickname phone_number picture ' +
    'preferred_username profile updated_at website zoneinfo'
  ).split(' '),
);
const ONLY_THE_POOL_WRITES = new Set(['sub', 'email_verified', 'phone_number_verified']);

/** Two spellings of one address are one account. */
const alias = (email: string) => email.toLowerCase();

/** @param name the username (sub) or, as people type it, the e-mail. */
export function findUser(pool: Pool, name: string): User | undefined {
  return pool.state.users.get(name) ?? findByEmail(pool, name);
}

export function findByEmail(pool: Pool, email: string): User | undefined {
  const wanted = alias(email);
  for (const user of pool.state.users.values()) {
    if (alias(emailOf(user)) === wanted) return user;
  }
  return undefined;
}

export function emailOf(user: User): string {
  return user.attributes['email'] ?? '';
}

/** A user that is not in the pool yet: PreSignUp sees it before it exists. */
export function newUser(pool: Pool, attributes: Record<string, string>, password: string | undefined): User {
  const now = pool.world.now();
  const username = randomUUID();
  return {
    username,
    attributes: { sub: username, email_verified: 'false', ...attributes },
    status: 'UNCONFIRMED',
    ...(password !== undefined && { password: makeVerifier(pool.name, username, password) }),
    createdAt: now,
    modifiedAt: now,
  };
}

export function setPassword(pool: Pool, user: User, password: string): void {
  user.password = makeVerifier(pool.name, user.username, password);
  touch(pool, user);
}

/** Sets attributes on which nothing else depends (never the e-mail's verification). */
export function setAttributes(pool: Pool, user: User, attributes: Record<string, string>): void {
  user.attributes = { ...user.attributes, ...attributes };
  touch(pool, user);
}

export function confirm(pool: Pool, user: User, { emailVerified }: { emailVerified: boolean }): void {
  user.status = 'CONFIRMED';
  if (emailVerified) user.attributes['email_verified'] = 'true';
  touch(pool, user);
}

/** Removes a user with all that hangs on it. */
export function removeUser(pool: Pool, { username }: User): void {
  const { users, codes, attempts, challenges, grants } = pool.state;
  users.delete(username);
  for (const table of [codes, attempts]) {
    for (const key of table.keys()) if (key.endsWith(`:${username}`)) table.delete(key);
  }
  for (const table of [challenges, grants]) {
    for (const [key, row] of table) if (row.username === username) table.delete(key);
  }
}

/** @throws CognitoError for attributes that the pool does not have or that clients may not write. */
export function readAttributes(pool: Pool, attributes: Attribute[]): Record<string, string> {
  const own = new Set(pool.properties.Schema.map(({ Name }) => `custom:${Name}`));
  for (const { Name } of attributes) {
    if (ONLY_THE_POOL_WRITES.has(Name)) {
      throw notAuthorized('A client attempted to write unauthorized attribute');
    }
    if (!STANDARD.has(Name) && !own.has(Name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${Name}: Attribute does not exist in the schema.`,
      );
    }
  }
  return Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]));
}

export function listAttributes(user: User): Attribute[] {
  return Object.entries(user.attributes).map(([Name, Value]) => ({ Name, Value }));
}

/**
 * The stand-in for a user who does not exist, always the same for the same name, so that a stranger cannot tell it
 * from a real one by asking twice. Nobody has its password.
 */
export function decoyName(pool: Pool, name: string): string {
  const id = derive(pool, 'id', name);
  return [
    id.slice(0, 8),
    id.slice(8, 12),
    `4${id.slice(13, 16)}`,
    `a${id.slice(17, 20)}`,
    id.slice(20, 32),
  ].join('-');
}

export function decoyPassword(pool: Pool, name: string): PasswordVerifier {
  const salt = derive(pool, 'salt', name).slice(0, 32);
  return makeVerifier(pool.name, decoyName(pool, name), derive(pool, 'password', name), salt);
}

function derive(pool: Pool, what: string, name: string): string {
  return createHmac('sha256', pool.state.decoySecret)
    .update(`${what}:${alias(name)}`)
    .digest('hex');
}

function touch(pool: Pool, user: User): void {
  user.modifiedAt = pool.world.now();
}
