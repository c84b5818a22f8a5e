// Amplify stores its tokens under `CognitoIdentityServiceProvider.{clientId}.{user}.{token}` and the name of the current
// user under `….LastAuthUser`. The site reads these keys itself, so that visitors do not load Amplify.
const PREFIX = 'CognitoIdentityServiceProvider.';

/** True if a storage event of this key can mean a sign-in or a sign-out. The key is null when storage was cleared. */
export function isSignInKey(key: string | null): boolean {
  return (
    key === null || (key.startsWith(PREFIX) && (key.endsWith('.LastAuthUser') || key.endsWith('.idToken')))
  );
}

/** True if a user may be signed in in this browser. Only Amplify knows for certain. */
export function hasStoredSignIn(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PREFIX) && key.endsWith('.LastAuthUser'));
  } catch {
    return false; // Storage is turned off, or this is the build.
  }
}
