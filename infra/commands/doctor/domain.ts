import dns from 'node:dns';
import { fail, ok, warn, type Check } from './check.ts';

const TIMEOUT_MS = 5_000;

/**
 * Whether the stack can get its custom domain. Route 53 refuses a record that exists, and CloudFront a name that another distribution
 * has, in any account: a first deployment would fail after most of it was created. A distribution without a DNS record cannot be
 * seen from outside.
 */
export const domain: Check = {
  name: 'domain',
  isPrerequisite: true,
  async probe({ settings, outputs }) {
    if (settings.domain === undefined) return [];
    const { name, hostedZone } = settings.domain;
    if ((await outputs())?.['SiteUrl'] === `https://${name}`) return ok(`The stage has the name ${name}.`);
    if (!(await hasRecord(name))) return ok(`${name} has no DNS record yet.`);
    if (await isServedByCloudFront(name)) {
      return fail(
        `Another CloudFront distribution answers at ${name}: a deployment would fail.`,
        `Remove the alternate domain name ${name} from it, and the DNS record that leads to it.`,
      );
    }
    if (hostedZone === undefined) return ok(`${name} leads to another site until you change its DNS record.`);
    // Also a name that nobody has chosen has a record then.
    if (await hasRecord(name.replace(/^[^.]+/, 'thumbforge-doctor'))) {
      return warn(
        `${hostedZone.name} has a wildcard, so ${name} may have a record of its own.`,
        DELETE_RECORD,
      );
    }
    return fail(`${name} already has a DNS record: a deployment would fail.`, DELETE_RECORD);
  },
};

const DELETE_RECORD =
  'Delete the A, AAAA and CNAME records of the name from the hosted zone, or set domain.name to another name.';

/** The errors of DNS for a name without a record of the type. */
const NO_RECORD = new Set(['ENODATA', 'ENOTFOUND']);

async function hasRecord(name: string): Promise<boolean> {
  const types = ['CNAME', 'A', 'AAAA'] as const;
  const found = await Promise.all(
    types.map(async (type) => {
      try {
        return (await dns.promises.resolve(name, type)).length > 0;
      } catch (error) {
        if (error instanceof Error && 'code' in error && NO_RECORD.has(String(error.code))) return false;
        throw error;
      }
    }),
  );
  return found.includes(true);
}

async function isServedByCloudFront(name: string): Promise<boolean> {
  const response = await fetch(`https://${name}/`, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  return response?.headers.has('x-amz-cf-id') === true;
}
