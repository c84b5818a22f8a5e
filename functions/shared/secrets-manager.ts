import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { REQUEST_TIMEOUTS } from './aws-clients.ts';

/** The Secrets Manager client of the function, reused across invocations. */
export const secretsManager = new SecretsManagerClient({ maxAttempts: 3, requestHandler: REQUEST_TIMEOUTS });

/** Reads the JSON of a secret. @throws SDK errors unchanged; SyntaxError if it is no JSON. */
export async function readSecret(SecretId: string | undefined): Promise<unknown> {
  const { SecretString = '{}' } = await secretsManager.send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString);
}
