import dns from 'node:dns';
import { z } from 'zod';
import { PACK_IDS } from '#contract/packs.ts';
import { SITE_CONFIG_PATH } from '#contract/site-config.ts';
import { readSecret } from '../aws.ts';
import { deployCommand, fail, ok, unknown, warn, type Check } from './check.ts';

const SITE_TIMEOUT_MS = 10_000;

const siteConfig = z.object({ packs: z.array(z.object({ priceId: z.string() })) });

/** Checks that the site is available and sells the packs of the settings. */
export const site: Check = {
  name: 'site',
  remedy: deployCommand,
  async probe({ settings: { prices }, outputs }) {
    const url = (await outputs())?.['SiteUrl'];
    if (url === undefined) return unknown('The stage is not deployed.');
    const response = await fetch(`${url}${SITE_CONFIG_PATH}`, {
      signal: AbortSignal.timeout(SITE_TIMEOUT_MS),
    }).catch(() => undefined);
    if (response === undefined) return fail(`${url} does not answer.`);
    if (!response.ok) return fail(`${url} answers with status ${response.status}.`);
    const onSale = siteConfig.parse(await response.json()).packs.map(({ priceId }) => priceId);
    const expected = PACK_IDS.flatMap((id) => prices[id] ?? []);
    if (onSale.join() !== expected.join()) {
      return warn(`The prices on ${url} differ from the settings.`);
    }
    return ok(`${url} is available; ${onSale.length} packs are on sale.`);
  },
};

const DOMAIN_TIMEOUT_MS = 5_000;

/**
 * Checks that the stack can get its custom domain. Route 53 refuses a record that exists. CloudFront refuses a name that
 * another distribution has, in any account. A first deployment would fail after most resources were created. The check cannot
 * see a distribution without a DNS record.
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
    // A wildcard record gives every name a record, also a name that is not in use.
    if (await hasRecord(name.replace(/^[^.]+/, 'thumbforge-doctor'))) {
      return warn(
        `${hostedZone.name} has a wildcard, so ${name} may have a DNS record already.`,
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
    signal: AbortSignal.timeout(DOMAIN_TIMEOUT_MS),
  }).catch(() => undefined);
  return response?.headers.has('x-amz-cf-id') === true;
}

/** Checks that a stage that sells to creators names its seller and its terms. */
export const legal: Check = {
  name: 'legal',
  remedy: ({ stage }) =>
    `Set legal in infra/stages/${stage}.ts. See "Name the seller and the terms" in docs/deploy.md.`,
  probe({ settings: { keepData, legal: settings } }) {
    if (settings !== undefined) {
      return ok(
        `The site names ${settings.sellerName}, the terms, the privacy policy and the refund policy.`,
      );
    }
    if (!keepData) return [];
    return warn(
      'The site names no seller, terms, privacy policy or refund policy, and no address for support.',
    );
  },
};

const youtubeSecret = z.object({ apiKey: z.string().trim().min(1) });

/** Checks that the stage has a key of the YouTube Data API. Without the key, links to channels by their handle do not work. */
export const youtubeKey: Check = {
  name: 'YouTube key',
  async probe({ settings: { stage, region, youtubeApiKey, services }, outputs }) {
    if (!youtubeApiKey) {
      // Without a model of references, no link works.
      if (!services.some(({ service }) => service === 'style')) return [];
      return warn(
        'The stage has no key of the YouTube Data API: links to channels by their handle (youtube.com/@name) do not work.',
        `Create a key, set youtubeApiKey in infra/stages/${stage}.ts, and deploy: see "Look up channels by their handle" in docs/deploy.md.`,
      );
    }
    const arn = (await outputs())?.['YoutubeSecretArn'];
    if (arn === undefined) {
      return unknown('The stage has no YouTube secret yet.', deployCommand({ stage }));
    }
    if (youtubeSecret.safeParse(await readSecret(arn, region)).success) return ok('The secret has a key.');
    return warn(
      'The secret has no key: links to channels by their handle do not work.',
      `Write {"apiKey":"KEY"} into a file, run: aws secretsmanager put-secret-value --secret-id ${arn} --secret-string file://key.json, and delete the file.`,
    );
  },
};
