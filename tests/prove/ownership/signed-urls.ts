import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { newRandom } from '../../bench/scale/random.ts';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { foundBy, type Found } from '../found.ts';
import type { Attack } from '../part.ts';
import type { Owner } from './owner.ts';

/** URLs with one character changed at random. */
const CHANGED = { proof: 1_000, sample: 40 } as const;
const AT_ONCE = 20;
const HOUR_MS = 3_600_000;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-';

/** The URL of a picture of Ada's, changed in every way: S3 must say 403, and never show a picture. */
export async function signedUrls(
  cloud: EmbeddedCloud,
  { imageUrl }: Owner,
  otherId: string,
  { seed, extent }: Attack,
): Promise<Found> {
  const named = await Promise.all(
    (await tampered(cloud, imageUrl, otherId)).map(async ([what, url, method]) => {
      const { status } = await call(url, method);
      return status === 403 ? undefined : `a URL with ${what} was answered ${status}`;
    }),
  );
  const verdicts = [await isGood(imageUrl), ...named];
  const random = newRandom(seed);
  for (let done = 0; done < CHANGED[extent]; done += AT_ONCE) {
    const urls = Array.from({ length: AT_ONCE }, () => oneCharacterChanged(imageUrl, random));
    verdicts.push(...(await Promise.all(urls.map(isRefused))));
  }
  return foundBy('signed URLs, changed', verdicts);
}

async function isGood(url: string): Promise<string | undefined> {
  const { status } = await call(url);
  return status === 200 ? undefined : `the URL as it was signed was answered ${status}`;
}

async function isRefused(url: string): Promise<string | undefined> {
  const { status } = await call(url);
  // A parameter that makes no sense is a bad request; whatever is well-formed is forbidden.
  return status === 403 || status === 400 ? undefined : `${url} was answered ${status}`;
}

async function call(url: string, method = 'GET'): Promise<{ status: number }> {
  const { status, body } = await fetch(url, { method });
  await body?.cancel();
  return { status };
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

type Tampered = [what: string, url: string, method?: string];

async function tampered(cloud: EmbeddedCloud, imageUrl: string, otherId: string): Promise<Tampered[]> {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(imageUrl);
    change(url);
    return url.href;
  };
  const signed = (client: Partial<Credentials>, signedAgoMs: number) =>
    signAgain(cloud, imageUrl, { ...LOCAL_CREDENTIALS, ...client }, signedAgoMs);
  return [
    [
      'another key',
      changed((url) => (url.pathname = url.pathname.replace(/thumbnails\/[^/]+/, `thumbnails/${otherId}`))),
    ],
    ['a longer life', changed((url) => url.searchParams.set('X-Amz-Expires', '86400'))],
    ['a later date', changed((url) => (url.search = url.search.replace(/T\d{6}Z/, 'T235959Z')))],
    ['no signature', changed((url) => (url.search = ''))],
    [
      'the folder instead of the picture',
      changed((url) => (url.pathname = url.pathname.replace(/[^/]+$/, ''))),
    ],
    ['another method: PUT', imageUrl, 'PUT'],
    ['another method: DELETE', imageUrl, 'DELETE'],
    ['an end that has passed', await signed({}, 2 * HOUR_MS)],
    ['a secret key of somebody else’s', await signed({ secretAccessKey: 'of/somebody/else' }, 0)],
    ['a key id of somebody else’s', await signed({ accessKeyId: 'SOMEBODYELSES0000000' }, 0)],
  ];
}

/** The same picture's URL, good for an hour, signed by this key at that time. */
async function signAgain(
  cloud: EmbeddedCloud,
  imageUrl: string,
  credentials: Credentials,
  agoMs: number,
): Promise<string> {
  const Bucket = cloud.resource('ImagesBucket').ref;
  const Key = new URL(imageUrl).pathname.split('/').slice(2).join('/');
  const s3 = new S3Client({
    region: 'us-west-2',
    endpoint: cloud.endpoints.S3,
    credentials,
    forcePathStyle: true,
  });
  return getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), {
    expiresIn: HOUR_MS / 1_000,
    signingDate: new Date(Date.now() - agoMs),
  });
}

function oneCharacterChanged(text: string, random: () => number): string {
  const start = text.indexOf('/thumbnails/');
  for (;;) {
    const at = start + Math.floor(random() * (text.length - start));
    const character = ALPHABET[Math.floor(random() * ALPHABET.length)] ?? '';
    const changed = text.slice(0, at) + character + text.slice(at + 1);
    if (/[a-zA-Z0-9]/.test(text[at] ?? '') && meaning(changed) !== meaning(text)) return changed;
  }
}

/** The same for two ways to write one URL: the digits of an escape may be small or capital. */
const meaning = (url: string) =>
  new URL(url).href.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
