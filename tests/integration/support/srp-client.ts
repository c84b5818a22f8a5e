import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { encode, fromHex, G, hash, integer, K, N, power } from '../../../local/emulators/cognito/srp.ts';

/**
 * The browser's half of Cognito's Secure Remote Password exchange (RFC 5054, 3072-bit group, g = 2, SHA-256), in the
 * engine's own integers: Amplify's are written in JavaScript, and take 0.3 s of every sign-in. That Amplify itself gets
 * in is shown by tests/local/cognito-amplify.test.ts, and by every browser test.
 */
export class SrpClient {
  readonly #a = integer(randomBytes(32));
  readonly #A = power(G, this.#a);

  /** The public value that opens the exchange, in hexadecimal. */
  get A(): string {
    return this.#A.toString(16);
  }

  /** The claim to know the password. @param poolName the pool's id without its region. */
  claim(poolName: string, password: string, challenge: Challenge, timestamp: string): string {
    const { userId, salt, secretBlock } = challenge;
    const B = fromHex(challenge.B);
    const x = integer(hash(encode(fromHex(salt)), hash(Buffer.from(`${poolName}${userId}:${password}`))));
    const u = integer(hash(encode(this.#A), encode(B)));
    const base = (B - ((K * power(G, x)) % N) + N) % N;
    const S = power(base, this.#a + u * x);
    const key = Buffer.from(hkdfSync('sha256', encode(S), encode(u), 'Caldera Derived Key', 16));
    return createHmac('sha256', key)
      .update(poolName)
      .update(userId)
      .update(Buffer.from(secretBlock, 'base64'))
      .update(timestamp)
      .digest('base64');
  }
}

/** What Cognito asks, as its PASSWORD_VERIFIER challenge tells it. */
export interface Challenge {
  userId: string;
  /** Hexadecimal. */
  salt: string;
  B: string;
  /** Base64. */
  secretBlock: string;
}
