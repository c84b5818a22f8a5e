import {
  createDiffieHellman,
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/**
 * The server side of the Secure Remote Password protocol as Amazon Cognito's clients use it: SRP-6a (RFC 5054) over the
 * 3072-bit group with g = 2 and SHA-256, and a claim that is signed by a key derived from the shared secret.
 *
 *   client                                server (knows salt, v = g^x; never the password)
 *     A = g^a            ------------->
 *                        <-------------     salt, B = k*v + g^b, secret block
 *     S from a, x, B                        S = (A * v^u)^b,  u = H(A | B)
 *     HMAC(HKDF(S), pool | user | block | timestamp)  ->  the same HMAC, or the password was wrong
 *
 * The client side is in amplify-js, packages/auth/src/providers/cognito/utils/srp. The user name in the hashes is the
 * user's id (USER_ID_FOR_SRP), not the e-mail address that was typed.
 */

/** The prime of the 3072-bit group: group 15 of RFC 3526 is the 3072-bit group of RFC 5054. */
const PRIME = getDiffieHellman('modp15').getPrime('hex');
export const N = BigInt(`0x${PRIME}`);
/** The generator g that Cognito uses. */
export const G = 2n;
/** The multiplier k of SRP-6a. */
export const K = integer(hash(encode(N), encode(G)));

/** The stored form of a password, in hexadecimal. The form is enough to verify the password, but not enough to sign in elsewhere. */
export interface PasswordVerifier {
  salt: string;
  verifier: string;
}

/** The server's half of an exchange, in hexadecimal. The exchange waits for the client's claim. */
export interface ServerKeyPair {
  b: string;
  B: string;
}

export interface PasswordClaim {
  poolName: string;
  userId: string;
  secretBlock: string;
  timestamp: string;
  signature: string;
}

/** Creates the verifier of a password. @param salt the salt of a simulated challenge. @default random */
export function createVerifier(
  poolName: string,
  userId: string,
  password: string,
  salt = randomBytes(16).toString('hex'),
): PasswordVerifier {
  const identity = hash(Buffer.from(`${poolName}${userId}:${password}`));
  const x = integer(hash(encode(fromHex(salt)), identity));
  return { salt, verifier: power(G, x).toString(16) };
}

export function createServerKeyPair({ verifier }: PasswordVerifier): ServerKeyPair {
  const b = integer(randomBytes(32));
  const B = (K * fromHex(verifier) + power(G, b)) % N;
  return { b: b.toString(16), B: B.toString(16) };
}

/**
 * Checks the public value of the client. If A is a multiple of N, the shared secret is zero for every password, so RFC 5054 forbids such a
 * value.
 */
export function isValidPublicValue(A: string): boolean {
  return /^[0-9a-f]{1,1024}$/i.test(A) && fromHex(A) % N !== 0n;
}

/** Returns true if the claim proves that the client knows the password of `verifier`. */
export function verifyClaim(
  A: string,
  serverKeys: ServerKeyPair,
  { verifier }: PasswordVerifier,
  claim: PasswordClaim,
): boolean {
  const u = integer(hash(encode(fromHex(A)), encode(fromHex(serverKeys.B))));
  if (u === 0n) return false;
  const S = power(fromHex(A) * power(fromHex(verifier), u), fromHex(serverKeys.b));
  const key = Buffer.from(hkdfSync('sha256', encode(S), encode(u), 'Caldera Derived Key', 16));
  const expected = createHmac('sha256', key)
    .update(claim.poolName)
    .update(claim.userId)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest();
  return isEqual(expected, Buffer.from(claim.signature, 'base64'));
}

const group = createDiffieHellman(PRIME, 'hex', Number(G));

/** Computes `base` to the power of `exponent` modulo N. OpenSSL is ten times as fast as BigInt. */
export function power(base: bigint, exponent: bigint): bigint {
  group.setPrivateKey(encode(exponent));
  return integer(group.computeSecret(encode(base % N)));
}

/** Encodes an integer as big-endian bytes with a sign bit, like Java's `BigInteger.toByteArray`: 00 precedes a high first bit. */
export function encode(value: bigint): Buffer {
  const hex = value.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

export function hash(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest();
}

export function integer(bytes: Buffer): bigint {
  return fromHex(bytes.toString('hex'));
}

export function fromHex(hex: string): bigint {
  return BigInt(`0x${hex}`);
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
