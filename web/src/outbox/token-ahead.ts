import { loadCognito } from '../session/load-cognito.ts';

/** A token is valid for an hour, and is renewed before it ends. */
const MAX_AGE_MS = 60_000;

let known: { userId: string; token: string; readAt: number } | undefined;

/** Returns a token for a page that is being left: nothing asynchronous is certain to run then. */
export const knownToken = (userId: string): string | undefined =>
  known?.userId === userId && Date.now() - known.readAt < MAX_AGE_MS ? known.token : undefined;

/** Reads the token of a user before it is needed. A token that cannot be read now is read by the request. */
export async function readTokenAhead(userId: string): Promise<void> {
  if (knownToken(userId) !== undefined) return;
  try {
    const { readIdToken } = await loadCognito();
    const token = await readIdToken(userId);
    if (token !== undefined) known = { userId, token, readAt: Date.now() };
  } catch {
    // Cognito did not respond.
  }
}
