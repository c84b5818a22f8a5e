export const SIGN_IN = 'Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';

const MISSING = new Set(['CredentialsProviderError', 'TokenProviderError']);
const REJECTED = new Set([
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'UnrecognizedClientException',
]);
const THROTTLED = new Set(['ServiceQuotaExceededException', 'ThrottlingException']);

/** Whether the shell has no AWS credentials, or its session has ended. */
export function isMissingCredentials(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name);
}

/**
 * Says in a sentence why a call to Bedrock failed, and what to do. Never quotes Bedrock's own message, which may contain
 * the prompt.
 * @param name of the error's class, e.g. `AccessDeniedException`.
 */
export function describeFailure(name: string, model: string, region: string): string {
  if (MISSING.has(name)) return `There are no AWS credentials. ${SIGN_IN}`;
  if (REJECTED.has(name)) return `AWS rejects these credentials: they are invalid or expired. ${SIGN_IN}`;
  if (THROTTLED.has(name)) return `The account's quota of ${model} in ${region} is used up.`;
  switch (name) {
    case 'AccessDeniedException':
      return (
        `Bedrock denies access to ${model} in ${region}. Allow bedrock:InvokeModel, and subscribe to the model in the ` +
        'Bedrock console (docs/deploy.md, "Subscribe to the models").'
      );
    case 'ResourceNotFoundException':
      return `Bedrock has no ${model} in ${region}. Change the model or its region in infra/stages/dev.ts.`;
    case 'ValidationException':
      return `Bedrock rejects the request for ${model} in ${region}: the region lacks the model, or the model refused the prompt or the image.`;
    case 'TimeoutError':
      return `Bedrock in ${region} did not answer in time.`;
    case 'TypeError':
      return `Bedrock in ${region} cannot be reached. Check the network and the name of the region.`;
    default:
      return `${model} in ${region} failed: ${name}.`;
  }
}
