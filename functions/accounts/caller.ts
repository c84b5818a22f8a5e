import * as z from 'zod/mini';
import type { EndpointAuth } from '#contract/endpoints/endpoints.ts';
import type { FeatureId } from '#contract/features.ts';
import { hasBenefit } from '#contract/packs.ts';
import { findUser, listPacks, type User } from '../credits/ledger/users-table.ts';
import { requireEnv } from '../platform/environment.ts';
import { AccountClosedError, CodedError } from '../platform/errors.ts';
import type { AccountOwner } from './welcome.ts';

const setting = z.array(z.string());

/**
 * Checks that an account may use a feature.
 * @param user the account, if the caller has read it. If undefined, the function reads the account, but only for a feature in early access.
 * @throws CodedError `pack_required`.
 */
export async function requireFeature(
  feature: FeatureId,
  userId: string,
  user: User | undefined,
): Promise<void> {
  // Only the functions of endpoints with a feature have this variable.
  const earlyAccess = setting.parse(JSON.parse(requireEnv('EARLY_ACCESS')));
  if (!earlyAccess.includes(feature)) return;
  if (!hasBenefit('earlyAccess', listPacks(user ?? (await findUser(userId)))))
    throw new CodedError('pack_required', { params: { feature } });
}

/** The longest time since a sign-in for an operation whose effect outlasts the session, in ms. */
const RECENT_MS = 5 * 60_000;

/** The sign-in that a token belongs to. */
export interface Session {
  /** The `sub` of the token. */
  userId: string;
  /**
   * The time when the user entered a password or a code (ISO 8601, UTC): the claim `auth_time`. A refresh keeps this time. A refresh token
   * from before a password reset therefore produces no valid token after the reset. A refresh would renew the claim `iat`.
   */
  authenticatedAt: string;
}

/** The caller of the API. */
export interface Caller extends AccountOwner, Session {}

/**
 * Checks the conditions that an endpoint has for its caller. A user without an account passes.
 * @returns the account, if the endpoint needs the account.
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
 * Checks that the account accepts the token. API Gateway checks only the signature and the lifetime. For API Gateway, a token stays valid
 * for up to an hour after a password reset or the deletion of the user.
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
