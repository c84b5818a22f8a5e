// Amplify keeps its tokens under `CognitoIdentityServiceProvider.{clientId}.{user}.{token}` and the current
// user's name under `….LastAuthUser`. Knowing the shape of two keys saves every visitor the weight of Amplify.
const PREFIX = 'CognitoIdentityServiceProvider.';

/** Whether a storage key tells of a sign-in or a sign-out; null is the whole storage being cleared. */
export function isSignInKey(key: string | null): boolean {
  return (
    key === null || (key.startsWith(PREFIX) && (key.endsWith('.LastAuthUser') || key.endsWith('.idToken')))
  );
}

/** Whether someone may be signed in on this browser. Only Amplify can tell for sure. */
export function hasStoredSignIn(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX) && key.endsWith('.LastAuthUser'));
  } catch {
    return false; // Storage is switched off, or there is no browser: the page is being rendered at build time.
  }
}
