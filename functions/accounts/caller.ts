import * as z from 'zod/mini';
import type { EndpointAuth } from '../../contract/endpoints.ts';
import type { FeatureId } from '../../contract/features.ts';
import { hasBenefit } from '../../contract/packs.ts';
import { findUser, listPacks, type User } from '../ledger/users-table.ts';
import { requireEnv } from '../shared/environment.ts';
import { AccountClosedError, CodedError } from '../shared/errors.ts';
import type { AccountOwner } from './welcome.ts';

const setting = z.array(z.string());

/**
 * Checks that an account may use a feature.
 * @param user as read before; undefined to read it, which only a feature in early access needs.
 * @throws CodedError `pack_required`.
 */
export async function requireFeature(
  feature: FeatureId,
  userId: string,
  user: User | undefined,
): Promise<void> {
  // Only the functions of endpoints with a feature have the variable.
  const earlyAccess = setting.parse(JSON.parse(requireEnv('EARLY_ACCESS')));
  if (!earlyAccess.includes(feature)) return;
  if (!hasBenefit('earlyAccess', listPacks(user ?? (await findUser(userId)))))
    throw new CodedError('pack_required', { params: { feature } });
}

/** How old a sign-in may be for an operation whose effect outlasts the session, in ms. */
const RECENT_MS = 5 * 60_000;

/** The sign-in that a token belongs to. */
export interface Session {
  /** The token's `sub`. */
  userId: string;
  /**
   * When the user entered a password or a code, as ISO 8601, UTC: the claim `auth_time`. A refresh keeps it, so a refresh
   * token that was issued before a password reset produces no valid token after it. The claim `iat` would be renewed.
   */
  authenticatedAt: string;
}

/** Who calls the API. */
export interface Caller extends AccountOwner, Session {}

/**
 * Checks what an endpoint needs of its caller. A user without an account passes.
 * @returns the account, for an endpoint that needs one.
 * @throws AccountClosedError, `unauthorized`, `account_suspended`, `reauthentication_required`.
 */
export async function authorize(auth: EndpointAuth, session: Session): Promise<User | undefined> {
  if (auth === 'recent_sign_in') requireRecentSignIn(session);
  if (auth === 'none' || auth === 'token' || auth === 'recent_sign_in') return undefined;
  const user = await findUser(session.userId);
  requireValidSession(user, session);
  if (auth !== 'open_account') requireNotSuspended(user);
  if (auth === 'recent_active_account') requireRecentSignIn(session);
  return user;
}

/**
 * Checks that the account accepts the token. API Gateway only checks the signature and the lifetime, so a token stays
 * valid there for up to an hour after a password reset or the deletion of the user.
 * @param user undefined for a user without an account, who passes.
 * @throws AccountClosedError, `unauthorized`.
 */
export function requireValidSession(user: User | undefined, { authenticatedAt }: Session): void {
  if (user?.closedAt !== undefined) throw new AccountClosedError();
  if (user?.tokensValidFrom !== undefined && user.tokensValidFrom > authenticatedAt) {
    throw new CodedError('unauthorized');
  }
}

/** @throws `account_suspended`. */
export function requireNotSuspended(user: Pick<User, 'suspendedAt'> | undefined): void {
  if (user?.suspendedAt !== undefined) throw new CodedError('account_suspended');
}

/** Checks that the user signed in within the last five minutes. @throws `reauthentication_required`. */
function requireRecentSignIn({ authenticatedAt }: Session): void {
  if (Date.now() - Date.parse(authenticatedAt) > RECENT_MS) throw new CodedError('reauthentication_required');
}
