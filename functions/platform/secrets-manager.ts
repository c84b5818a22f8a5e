import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { REQUEST_TIMEOUTS } from './aws-clients.ts';

const secretsManager = new SecretsManagerClient({ maxAttempts: 3, requestHandler: REQUEST_TIMEOUTS });

/** Reads the JSON of a secret. @throws SDK errors unchanged; SyntaxError if the secret is not JSON. */
export async function readSecret(SecretId: string | undefined): Promise<unknown> {
  const { SecretString = '{}' } = await secretsManager.send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString);
}

/** Stores a new value of a secret as JSON. @throws SDK errors unchanged. */
export async function writeSecret(SecretId: string, value: unknown): Promise<void> {
  const SecretString = JSON.stringify(value);
  await secretsManager.send(new PutSecretValueCommand({ SecretId, SecretString }));
}
