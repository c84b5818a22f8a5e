import { verify, type KeyObject } from 'node:crypto';

/** The keys of a key group, by their ids. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

const PARAMETERS = ['Expires', 'Signature', 'Key-Pair-Id'];

/**
 * Returns true if CloudFront accepts a URL: it is signed with a canned policy and has not expired ("Create a signed URL using a canned
 * policy", Amazon CloudFront developer guide). The emulator refuses custom policies and SHA-256, because it does not emulate them.
 * @param address the URL as the viewer sees it.
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
  // The policy does not cover these three parameters. It covers all other parameters.
  const isOther = (pair: string) => !PARAMETERS.includes(pair.split('=')[0] ?? '');
  const others = search.slice(1).split('&').filter(isOther).join('&');
  const resource = href.replace(search, others === '' ? '' : `?${others}`);
  const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`;
  return verify('sha1', Buffer.from(policy), key, bytes);
}

/** Decodes base64 whose characters need no escape in a URL. @returns undefined if the text is not the canonical base64 of its bytes. */
function decodeSignature(signature: string): Buffer | undefined {
  const base64 = signature.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/');
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}
