import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { requireEnv } from '../platform/environment.ts';
import { CodedError } from '../platform/errors.ts';
import { readSecret } from '../platform/secrets-manager.ts';

const SITE_URL = requireEnv('SITE_URL');
const KEY_PAIR_ID = requireEnv('IMAGE_KEY_PAIR_ID');
const SECRET_ARN = requireEnv('IMAGE_KEY_SECRET_ARN');

/** The time for which an image has the same URL, in seconds. Within these six hours, browsers find the image in their cache. */
const PERIOD = 6 * 3_600;

/** The shortest validity of a new URL, in seconds. The longest validity is one period more. */
const MIN_VALIDITY = 3_600;

const secretValue = z.object({ privateKey: z.string() });

let privateKey: Promise<KeyObject> | undefined;

/** Reads the key of this stage once. A rotated key is in another secret, and the ARN of this secret starts new containers. */
function readPrivateKey(): Promise<KeyObject> {
  privateKey ??= readSecret(SECRET_ARN)
    .then((value) => createPrivateKey(secretValue.parse(value).privateKey))
    .catch((error: unknown) => {
      privateKey = undefined;
      throw error;
    });
  return privateKey;
}

// The key is read while the operation prepares its first call. After a failure, the next URL reads the key again.
setImmediate(() => void readPrivateKey().catch(() => undefined));

/**
 * Waits until URLs of images can be signed. An operation calls this function before it takes credits, because it could not show an image
 * without its URL.
 * @throws CodedError `internal`, without a charge.
 */
export async function prepareImageUrls(): Promise<void> {
  try {
    await readPrivateKey();
  } catch (cause) {
    throw new CodedError('internal', { cause });
  }
}

interface ImageKeys {
  imageKey: string;
  previewKey?: string | undefined;
  designPreviewKey?: string | undefined;
}

/**
 * Signs URLs that read an image and its preview through the site's distribution. If the thumbnail has a design with a preview, the second
 * URL reads the preview of the design. Only the first call of a container calls another service.
 * @throws the errors of `readSecret`.
 */
export async function signImageUrls({
  imageKey,
  previewKey,
  designPreviewKey = previewKey,
}: ImageKeys): Promise<{ url: string; previewURL?: string }> {
  const signingKey = await readPrivateKey();
  const url = signUrl(imageKey, signingKey);
  return designPreviewKey === undefined
    ? { url }
    : { url, previewURL: signUrl(designPreviewKey, signingKey) };
}

/**
 * Signs a URL with a canned policy ("Create a signed URL using a canned policy", Amazon CloudFront developer guide). The URL is equal to
 * the URL that AWS's signer makes. RSA gives the same signature for the same text each time. The other algorithm, ECDSA, would make another
 * URL each time.
 */
function signUrl(key: string, signingKey: KeyObject): string {
  const resource = `${SITE_URL}/${key}`;
  const expires = (Math.floor((Date.now() / 1_000 + MIN_VALIDITY) / PERIOD) + 1) * PERIOD;
  const condition = { DateLessThan: { 'AWS:EpochTime': expires } };
  const policy = JSON.stringify({ Statement: [{ Resource: resource, Condition: condition }] });
  const signature = sign('sha1', Buffer.from(policy), signingKey)
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('=', '_')
    .replaceAll('/', '~');
  return `${resource}?Expires=${expires}&Key-Pair-Id=${KEY_PAIR_ID}&Signature=${signature}`;
}
