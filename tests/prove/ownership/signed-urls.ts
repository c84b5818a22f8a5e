import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
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

/** Requests a signed URL with every kind of change. S3 must reject each. */
export async function requestChangedUrls(
  cloud: EmbeddedCloud,
  target: Target,
  { seed, size }: RunOptions,
): Promise<CheckResult> {
  const { imageUrl } = target;
  const random = createRandom(seed);
  const randomUrls = Array.from({ length: RANDOM_CHANGES[size] }, () => changeCharacter(imageUrl, random));
  return toCheckResult('changed signed URLs', [
    await findWrongStatus('no change', { url: imageUrl }, [200]),
    ...(await mapConcurrently(
      Object.entries(await createChanges(cloud, target)),
      CONCURRENCY,
      ([change, request]) => findWrongStatus(change, request, [403]),
    )),
    // An invalid parameter is a bad request.
    ...(await mapConcurrently(randomUrls, CONCURRENCY, (url) => findWrongStatus(url, { url }, [400, 403]))),
  ]);
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

interface UrlRequest {
  url: string;
  method?: string;
}

async function findWrongStatus(
  change: string,
  { url, method = 'GET' }: UrlRequest,
  expected: readonly number[],
): Promise<string | undefined> {
  const { status, body } = await fetch(url, { method });
  await body?.cancel();
  return expected.includes(status) ? undefined : `a signed URL with ${change} responds ${status}`;
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
  const sign = (credentials: Partial<Credentials>, ageMs = 0) =>
    signUrl(cloud, imageUrl, { ...LOCAL_CREDENTIALS, ...credentials }, ageMs);
  return {
    'the key of another user': change(
      (url) => (url.pathname = url.pathname.replace(/thumbnails\/[^/]+/, `thumbnails/${otherId}`)),
    ),
    'a longer lifetime': change((url) => url.searchParams.set('X-Amz-Expires', '86400')),
    'a later date': change((url) => (url.search = url.search.replace(/T\d{6}Z/, 'T235959Z'))),
    'no signature': change((url) => (url.search = '')),
    'the prefix instead of the key': change((url) => (url.pathname = url.pathname.replace(/[^/]+$/, ''))),
    'the method PUT': { url: imageUrl, method: 'PUT' },
    'the method DELETE': { url: imageUrl, method: 'DELETE' },
    'an expired lifetime': await sign({}, 2 * HOUR_MS),
    'another secret key': await sign({ secretAccessKey: 'another/secret/key' }),
    'another access key': await sign({ accessKeyId: 'ANOTHERACCESSKEY0000' }),
  };
}

/** Signs a URL of the same image for one hour. @param ageMs how long ago. */
async function signUrl(
  cloud: EmbeddedCloud,
  imageUrl: string,
  credentials: Credentials,
  ageMs: number,
): Promise<UrlRequest> {
  const Bucket = cloud.resource('ImagesBucket').ref;
  const Key = new URL(imageUrl).pathname.split('/').slice(2).join('/');
  const { region, endpoints } = cloud;
  const s3 = new S3Client({ region, endpoint: endpoints.S3, credentials, forcePathStyle: true });
  const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key }), {
    expiresIn: HOUR_MS / 1_000,
    signingDate: new Date(Date.now() - ageMs),
  });
  return { url };
}

/** Changes one letter or digit after the bucket's name, so that the URL has another meaning. */
function changeCharacter(url: string, random: () => number): string {
  const start = url.indexOf('/thumbnails/');
  for (;;) {
    const at = start + Math.floor(random() * (url.length - start));
    const changed = url.slice(0, at) + chooseOne(random, CHARACTERS) + url.slice(at + 1);
    if (/[a-zA-Z0-9]/.test(url[at] ?? '') && normalize(changed) !== normalize(url)) return changed;
  }
}

/** The digits of a percent-encoded character may have either case. */
const normalize = (url: string) => new URL(url).href.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
