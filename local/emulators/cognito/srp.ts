import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { encode, fromHex, G, hash, integer, K, N, power } from './srp-group.ts';

/**
 * The server's side of the Secure Remote Password protocol as Amazon Cognito's clients speak it: SRP-6a (RFC 5054)
 * over the 3072-bit group with g = 2 and SHA-256, and a claim signed by a key derived from the shared secret.
 *
 *   client                                server (knows salt, v = g^x; never the password)
 *     A = g^a            ------------->
 *                        <-------------     salt, B = k*v + g^b, secret block
 *     S from a, x, B                        S = (A * v^u)^b,  u = H(A | B)
 *     HMAC(HKDF(S), pool | user | block | timestamp)  ->  the same HMAC, or the password was wrong
 *
 * The other half is in amplify-js, packages/auth/src/providers/cognito/utils/srp. Where it names a user, it means the
 * user's id (USER_ID_FOR_SRP), not the e-mail that was typed.
 */

/** What is kept of a password: enough to verify it, not enough to sign in with it elsewhere. Hexadecimal. */
export interface PasswordVerifier {
  salt: string;
  verifier: string;
}

/** One half of an exchange that waits for the client's claim. Hexadecimal. */
export interface ServerSecret {
  b: string;
  B: string;
}

export interface Claim {
  poolName: string;
  userId: string;
  secretBlock: string;
  timestamp: string;
  signature: string;
}

/** @param salt given when a password is checked, or when a challenge is faked; otherwise random. */
export function makeVerifier(
  poolName: string,
  userId: string,
  password: string,
  salt = randomBytes(16).toString('hex'),
): PasswordVerifier {
  const identity = hash(Buffer.from(`${poolName}${userId}:${password}`));
  const x = integer(hash(encode(fromHex(salt)), identity));
  return { salt, verifier: power(G, x).toString(16) };
}

/** Recomputes the verifier of a password sent in clear (USER_PASSWORD_AUTH, ChangePassword). */
export function matches(
  known: PasswordVerifier,
  poolName: string,
  userId: string,
  password: string,
): boolean {
  const { verifier } = makeVerifier(poolName, userId, password, known.salt);
  return equal(hash(Buffer.from(verifier)), hash(Buffer.from(known.verifier)));
}

export function startExchange({ verifier }: PasswordVerifier): ServerSecret {
  const b = integer(randomBytes(32));
  const B = (K * fromHex(verifier) + power(G, b)) % N;
  return { b: b.toString(16), B: B.toString(16) };
}

/** Whether a client's A may be used. A multiple of N would make the shared secret zero, whatever the password. */
export function isUsableA(A: string): boolean {
  return /^[0-9a-f]{1,1024}$/i.test(A) && fromHex(A) % N !== 0n;
}

/** Whether whoever made this claim knew the password behind `verifier`. */
export function isProven(
  A: string,
  secret: ServerSecret,
  { verifier }: PasswordVerifier,
  claim: Claim,
): boolean {
  const u = integer(hash(encode(fromHex(A)), encode(fromHex(secret.B))));
  if (u === 0n) return false;
  const S = power(fromHex(A) * power(fromHex(verifier), u), fromHex(secret.b));
  const key = Buffer.from(hkdfSync('sha256', encode(S), encode(u), 'Caldera Derived Key', 16));
  const expected = createHmac('sha256', key)
    .update(claim.poolName)
    .update(claim.userId)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  return equal(expected, Buffer.from(claim.signature, 'base64'));
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
