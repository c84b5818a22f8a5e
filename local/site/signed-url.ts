import { verify, type KeyObject } from 'node:crypto';

/** The keys of a key group, by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

const PARAMETERS = ['Expires', 'Signature', 'Key-Pair-Id'];

/**
 * Whether CloudFront opens a URL: signed with a canned policy, and not expired ("Create a signed URL using a canned policy",
 * Amazon CloudFront developer guide). Custom policies and SHA-256 are not emulated, and so refused.
 * @param address as the viewer sees it.
 */
export function isSignedUrl(address: string, keys: TrustedKeys): boolean {
  const { href, search, searchParams } = new URL(address);
  const [expires = '', signature = '', keyPairId = ''] = PARAMETERS.map((name) => {
    const [value, ...repeated] = searchParams.getAll(name);
    return repeated.length === 0 ? value : undefined;
  });
  const key = keys.get(keyPairId);
  const isCurrent = /^\d+$/.test(expires) && Number(expires) * 1_000 > Date.now();
  const bytes = decodeSignature(signature);
  if (!isCurrent || key === undefined || bytes === undefined) return false;
  // The policy does not cover these parameters, but any other ones.
  const isOther = (pair: string) => !PARAMETERS.includes(pair.split('=')[0] ?? '');
  const others = search.slice(1).split('&').filter(isOther).join('&');
  const resource = href.replace(search, others === '' ? '' : `?${others}`);
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  return verify('sha1', Buffer.from(policy), key, bytes);
}

/** Base64 with characters that need no escape in a URL. @returns undefined if another text stands for the same bytes. */
function decodeSignature(signature: string): Buffer | undefined {
  const base64 = signature.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}
