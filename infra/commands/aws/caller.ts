import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { clientSettings } from './client-settings.ts';

/** Whose credentials these are. */
export interface Caller {
  /** Twelve digits. */
  account: string;
  /** ARN of a user, of an assumed role's session, or of the root user. */
  arn: string;
}

/** Asks AWS whose credentials are in use. Needs no permission. @throws the SDK's errors as they are. */
export async function findCaller(region: string): Promise<Caller> {
  const sts = new STSClient(clientSettings(region));
  const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand());
  return { account: Account, arn: Arn };
}

const NO_CREDENTIALS = new Set(['CredentialsProviderError', 'TokenProviderError']);
const REFUSED = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
]);

/** What is wrong with the credentials, in words; undefined where it is something else. */
export function credentialsTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (NO_CREDENTIALS.has(error.name)) return 'There are no AWS credentials.';
  if (REFUSED.has(error.name)) return 'AWS refuses these credentials: they are wrong, or have expired.';
  return undefined;
}

/** How to get credentials. */
export const SIGN_IN = 'Sign in: aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';
