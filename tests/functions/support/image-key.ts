import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { generateKeyPairSync } from 'node:crypto';
import { isSignedUrl } from '../../../local/site/signed-url.ts';
import { FUNCTION_ENVIRONMENT } from '../../support/function-environment.ts';
import { mockService } from './mock-service.ts';

const { IMAGE_KEY_PAIR_ID, IMAGE_KEY_SECRET_ARN: SecretId } = FUNCTION_ENVIRONMENT;

let pair: ReturnType<typeof createPair> | undefined;

const createPair = () => generateKeyPairSync('rsa', { modulusLength: 1_024 });

/** Prepares the secret with the key that signs the URLs of images. The workers that sign make it once. */
export function answerImageKey(secrets = mockService(SecretsManagerClient)): void {
  secrets.on(GetSecretValueCommand, { SecretId }).callsFake(() => {
    pair ??= createPair();
    const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' });
    return { SecretString: JSON.stringify({ privateKey }) };
  });
}

/** True if CloudFront would open a URL that a function signed. */
export const isOpened = (url: string) =>
  pair !== undefined && isSignedUrl(url, new Map([[IMAGE_KEY_PAIR_ID, pair.publicKey]]));
