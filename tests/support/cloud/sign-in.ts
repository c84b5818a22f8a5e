import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import {
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { encode, fromHex, G, hash, integer, K, N, power } from '../../../local/emulators/cognito/srp.ts';

const parameters = z
  .object({ USER_ID_FOR_SRP: z.string(), SALT: z.string(), SRP_B: z.string(), SECRET_BLOCK: z.string() })
  .transform(({ USER_ID_FOR_SRP: userId, SALT: salt, SRP_B: B, SECRET_BLOCK: secretBlock }) => ({
    userId,
    salt,
    B,
    secretBlock,
  }));

const tokens = z.object({ IdToken: z.string(), AccessToken: z.string(), RefreshToken: z.string() });

interface SignIn {
  cognito: CognitoIdentityProviderClient;
  userPoolId: string;
  userPoolClientId: string;
  email: string;
  password: string;
}

/** Signs in with a password, over the wire. @throws Cognito's errors. */
export async function signIn({ cognito, userPoolId, userPoolClientId, email, password }: SignIn) {
  const srp = new SrpClient();
  const { ChallengeName, ChallengeParameters } = await cognito.send(
    new InitiateAuthCommand({
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: userPoolClientId,
      AuthParameters: { USERNAME: email, SRP_A: srp.A },
    }),
  );
  const challenge = parameters.parse(ChallengeParameters);
  const [, poolName = ''] = userPoolId.split('_');
  const TIMESTAMP = cognitoTime(new Date());
  const { AuthenticationResult } = await cognito.send(
    new RespondToAuthChallengeCommand({
      ChallengeName,
      ClientId: userPoolClientId,
      ChallengeResponses: {
        USERNAME: challenge.userId,
        TIMESTAMP,
        PASSWORD_CLAIM_SECRET_BLOCK: challenge.secretBlock,
        PASSWORD_CLAIM_SIGNATURE: srp.claim(poolName, password, challenge, TIMESTAMP),
      },
    }),
  );
  const {
    IdToken: token,
    AccessToken: accessToken,
    RefreshToken: refreshToken,
  } = tokens.parse(AuthenticationResult);
  return { token, accessToken, refreshToken, userId: z.string().parse(decodeJwt(token).sub) };
}

/** Formats a time like Cognito's clients: `Sat Nov 21 15:04:05 UTC 2026`. */
function cognitoTime(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date.toUTCString().split(' ');
  return `${weekday.slice(0, 3)} ${month} ${Number(day)} ${time} UTC ${year}`;
}

/**
 * The client side of Cognito's Secure Remote Password exchange (RFC 5054, 3072-bit group, g = 2, SHA-256). It uses
 * native integers; the JavaScript integers of Amplify take 0.3 s for each sign-in.
 */
class SrpClient {
  readonly #a = integer(randomBytes(32));
  readonly #A = power(G, this.#a);

  /** The public value of the client, in hexadecimal. */
  get A(): string {
    return this.#A.toString(16);
  }

  /** The proof of the password. @param poolName the id of the pool without its region */
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

/** The parameters of Cognito's PASSWORD_VERIFIER challenge. */
interface Challenge {
  userId: string;
  /** Hexadecimal. */
  salt: string;
  B: string;
  /** Base64. */
  secretBlock: string;
}
