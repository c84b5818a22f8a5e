import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { mapConcurrently } from '../../support/concurrency.ts';
import { chooseOne, createRandom } from '../../support/random.ts';
import { toCheckResult, type CheckResult, type RunOptions } from '../report.ts';

/** URLs with one random character changed. */
const RANDOM_CHANGES = { full: 1_000, sample: 20 } as const;
const CONCURRENCY = 20;
const HOUR_MS = 3_600_000;
const CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-'.split('');

interface Target {
  imageUrl: string;
  /** Id of another user. */
  otherId: string;
}

/** Requests a signed URL with every kind of change. CloudFront must reject each. */
export async function requestChangedUrls(
  cloud: EmbeddedCloud,
  target: Target,
  { seed, size }: RunOptions,
): Promise<CheckResult> {
  const { imageUrl } = target;
  const random = createRandom(seed);
  const randomUrls = Array.from({ length: RANDOM_CHANGES[size] }, () => changeCharacter(imageUrl, random));
  return toCheckResult('changed signed URLs', [
    await findWrongStatus('no change', { url: imageUrl }, 200),
    ...(await mapConcurrently(
      Object.entries(await createChanges(cloud, target)),
      CONCURRENCY,
      ([change, request]) => findWrongStatus(change, request, 403),
    )),
    ...(await mapConcurrently(randomUrls, CONCURRENCY, (url) => findWrongStatus(url, { url }, 403))),
  ]);
}

interface UrlRequest {
  url: string;
  method?: string;
}

async function findWrongStatus(
  change: string,
  { url, method = 'GET' }: UrlRequest,
  expected: number,
): Promise<string | undefined> {
  const { status, body } = await fetch(url, { method });
  await body?.cancel();
  return status === expected ? undefined : `a signed URL with ${change} responds ${status}`;
}

async function createChanges(
  cloud: EmbeddedCloud,
  { imageUrl, otherId }: Target,
): Promise<Record<string, UrlRequest>> {
  const change = (apply: (url: URL) => void): UrlRequest => {
    const url = new URL(imageUrl);
    apply(url);
    return { url: url.href };
  };
  const keyPairId = cloud.resource('ImagesKeysPublicKey1').ref;
  const privateKey = await readPrivateKey(cloud);
  const sign = (changes: Partial<Signing>) =>
    signUrl(imageUrl, { keyPairId, privateKey, expires: Date.now() + HOUR_MS, ...changes });
  return {
    'the key of another user': change(
      (url) => (url.pathname = url.pathname.replace(/images\/[^/]+/, `images/${otherId}`)),
    ),
    'a longer lifetime': change((url) =>
      url.searchParams.set('Expires', String(Number(url.searchParams.get('Expires')) + 1)),
    ),
    'another parameter': change((url) => url.searchParams.set('download', '1')),
    'no signature': change((url) => (url.search = '')),
    'the prefix instead of the key': change((url) => (url.pathname = url.pathname.replace(/[^/]+$/, ''))),
    'the method PUT': { url: imageUrl, method: 'PUT' },
    'the method DELETE': { url: imageUrl, method: 'DELETE' },
    'an expired lifetime': sign({ expires: Date.now() - 1_000 }),
    'another private key': sign({
      privateKey: generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey,
    }),
    'another key pair': sign({ keyPairId: 'ANOTHERKEYPAIR' }),
  };
}

async function readPrivateKey(cloud: EmbeddedCloud): Promise<KeyObject> {
  const secrets = new SecretsManagerClient({
    endpoint: cloud.endpoints.SECRETS_MANAGER,
    region: cloud.region,
    credentials: LOCAL_CREDENTIALS,
  });
  const command = new GetSecretValueCommand({ SecretId: cloud.resource('ImagesKeysKey1').ref });
  const { SecretString = '' } = await secrets.send(command);
  return createPrivateKey((JSON.parse(SecretString) as { privateKey: string }).privateKey);
}

interface Signing {
  keyPairId: string;
  privateKey: KeyObject;
  /** Time of the expiry in ms since 1970. */
  expires: number;
}

/** Signs a URL of the same image. */
function signUrl(imageUrl: string, { keyPairId, privateKey, expires }: Signing): UrlRequest {
  const { origin, pathname } = new URL(imageUrl);
  const seconds = Math.floor(expires / 1_000);
  const condition = { DateLessThan: { 'AWS:EpochTime': seconds } };
  const policy = JSON.stringify({ Statement: [{ Resource: origin + pathname, Condition: condition }] });
  const signature = sign('sha1', Buffer.from(policy), privateKey)
    .toString('base64')
    .replaceAll('+', '-')
    .replaceAll('=', '_')
    .replaceAll('/', '~');
  return {
    url: `${origin}${pathname}?Expires=${seconds}&Key-Pair-Id=${keyPairId}&Signature=${signature}`,
  };
}

/** Changes one letter or digit after the site's address, so that the URL has another meaning. */
function changeCharacter(url: string, random: () => number): string {
  const start = url.indexOf('/images/');
  for (;;) {
    const at = start + Math.floor(random() * (url.length - start));
    const changed = url.slice(0, at) + chooseOne(random, CHARACTERS) + url.slice(at + 1);
    if (/[a-zA-Z0-9]/.test(url[at] ?? '') && normalize(changed) !== normalize(url)) return changed;
  }
}

/** The digits of a percent-encoded character may have either case. */
const normalize = (url: string) => new URL(url).href.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
