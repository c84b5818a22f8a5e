import { randomBytes } from 'node:crypto';
import { invalidSession, notAuthorized } from './errors.ts';
import type { Client } from './pool.ts';
import type { Challenge } from './store.ts';

type Kind = Challenge['kind'];

/** @returns the Session (or, for SRP, the secret block) with which the client goes on. */
export function openChallenge(client: Client, kind: Kind, username: string, srp?: Challenge['srp']): string {
  const { challenges } = client.pool.state;
  const now = client.pool.world.now();
  for (const [id, { expiresAt }] of challenges) if (expiresAt <= now) challenges.delete(id);

  const id = randomBytes(64).toString('base64');
  challenges.set(id, {
    kind,
    username,
    clientId: client.id,
    expiresAt: now + client.properties.lifetime.challenge,
    mistakes: 0,
    ...(srp && { srp }),
  });
  return id;
}

/** @throws CognitoError unless this client opened a challenge of this kind a short while ago. */
export function findChallenge(client: Client, id: string | undefined, kinds: readonly Kind[]): Challenge {
  const challenge = client.pool.state.challenges.get(id ?? '');
  if (challenge?.clientId !== client.id || !kinds.includes(challenge.kind)) throw invalidSession();
  if (challenge.expiresAt <= client.pool.world.now()) {
    throw notAuthorized('Invalid session for the user, session is expired.');
  }
  return challenge;
}

/** Finds a challenge and closes it: it is answered once, rightly or wrongly. */
export function takeChallenge(client: Client, id: string | undefined, kinds: readonly Kind[]): Challenge {
  const challenge = findChallenge(client, id, kinds);
  closeChallenge(client, id);
  return challenge;
}

export function closeChallenge(client: Client, id: string | undefined): void {
  client.pool.state.challenges.delete(id ?? '');
}
