import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { errorName, errorTrace, logger } from '../platform/logger.ts';
import { readSecret, writeSecret } from '../platform/secrets-manager.ts';

const TIMEOUT_MS = 10_000;

const properties = z.object({ SecretArn: z.string() });
const secretValue = z.object({ privateKey: z.string() });

/**
 * The custom resource of the template that makes the key pair for the signatures of image URLs. Stores the private key in its secret, and
 * answers with the public key. A secret keeps its first key, because CloudFront cannot change a public key.
 */
export async function handler(event: CloudFormationCustomResourceEvent, context: Context): Promise<void> {
  logger.addContext(context);
  const { SecretArn } = properties.parse(event.ResourceProperties);
  try {
    // CloudFormation itself deletes the secret.
    const Data =
      event.RequestType === 'Delete'
        ? {}
        : { PublicKey: await retryWhileRefused(() => ensurePublicKey(SecretArn)) };
    await respond(event, SecretArn, { Status: 'SUCCESS', Data });
  } catch (error) {
    logger.error('image key not created', errorTrace(error));
    await respond(event, SecretArn, { Status: 'FAILED', Reason: `See the log of ${context.functionName}.` });
  }
}

/**
 * The pauses between retries. IAM takes up to 30 seconds to apply a policy everywhere, and the deployment of a further key changes the
 * policy just before this call.
 */
const RETRY = { pauseMs: 5_000, pauses: 8 };

/** Repeats an operation for 40 seconds while IAM refuses it. @throws the error of the last attempt. */
async function retryWhileRefused<Result>(operation: () => Promise<Result>): Promise<Result> {
  for (let pauses = 0; ; pauses += 1) {
    try {
      return await operation();
    } catch (error) {
      if (errorName(error) !== 'AccessDeniedException' || pauses === RETRY.pauses) throw error;
      await delay(RETRY.pauseMs);
    }
  }
}

async function ensurePublicKey(SecretId: string): Promise<string> {
  const stored = secretValue.parse(await readSecret(SecretId)).privateKey;
  const privateKey = stored === '' ? await storeNewKey(SecretId) : createPrivateKey(stored);
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
}

/**
 * Makes and stores a key of 2048 bits, the only size that CloudFront accepts ("Create key pairs for your signers", CloudFront developer
 * guide).
 */
async function storeNewKey(SecretId: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  await writeSecret(SecretId, { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) });
  return privateKey;
}

/**
 * Sends the response of a custom resource ("Custom resource response objects" of the CloudFormation user guide). @throws if CloudFormation
 * does not accept the response.
 */
async function respond(
  { ResponseURL, StackId, RequestId, LogicalResourceId }: CloudFormationCustomResourceEvent,
  PhysicalResourceId: string,
  outcome: { Status: 'SUCCESS'; Data: Record<string, string> } | { Status: 'FAILED'; Reason: string },
): Promise<void> {
  const { ok, status } = await fetch(ResponseURL, {
    method: 'PUT',
    // The signature of the URL may include the content type, which must be empty ("cfn-response module" of the CloudFormation user guide).
    headers: { 'content-type': '' },
    body: JSON.stringify({ ...outcome, StackId, RequestId, LogicalResourceId, PhysicalResourceId }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!ok) throw new Error(`CloudFormation answered ${status}.`);
}
