import { z } from 'zod';
import { PACK_IDS } from '#contract/packs.ts';
import { SITE_CONFIG_PATH } from '#contract/site-config.ts';
import { readSecret } from '../aws.ts';
import { deployCommand, fail, ok, unknown, warn, type Check } from './check.ts';

const SITE_TIMEOUT_MS = 10_000;

const siteConfig = z.object({ packs: z.array(z.object({ priceId: z.string() })) });

const youtubeSecret = z.object({ apiKey: z.string().trim().min(1) });

export const SITE_CHECKS: readonly Check[] = [
  {
    // The site must be available and sell the packs of the settings.
    name: 'site',
    remedy: deployCommand,
    async probe({ settings: { prices }, outputs }) {
      const url = (await outputs())?.['SiteUrl'];
      if (url === undefined) return unknown('The stage is not deployed.');
      const response = await readConfig(url);
      if (response === undefined) return fail(`${url} does not answer.`);
      if (!response.ok) return fail(`${url} answers with status ${response.status}.`);
      const onSale = siteConfig.parse(await response.json()).packs.map(({ priceId }) => priceId);
      const expected = PACK_IDS.flatMap((id) => prices[id] ?? []);
      if (onSale.join() !== expected.join()) return warn(`The prices on ${url} differ from the settings.`);
      return ok(`${url} is available; ${onSale.length} packs are on sale.`);
    },
  },
  {
    // A stage that sells to creators must name its seller and its terms.
    name: 'legal',
    remedy: ({ stage }) =>
      `Set legal in infra/stages/${stage}.ts. See "Name the seller and the terms" in docs/deploy.md.`,
    probe({ settings: { keepData, legal } }) {
      if (legal !== undefined) {
        return ok(`The site names ${legal.sellerName}, the terms, the privacy policy and the refund policy.`);
      }
      if (!keepData) return [];
      return warn(
        'The site names no seller, terms, privacy policy or refund policy, and no address for support.',
      );
    },
  },
  {
    // Links to channels by their handle need a key of the YouTube Data API. Without a model of references, no link works.
    name: 'YouTube key',
    async probe({ settings: { stage, region, youtubeApiKey, services }, outputs }) {
      if (!youtubeApiKey) {
        if (!services.some(({ service }) => service === 'style')) return [];
        return warn(
          'The stage has no key of the YouTube Data API: links to channels by their handle (youtube.com/@name) do not work.',
          `Create a key, set youtubeApiKey in infra/stages/${stage}.ts, and deploy: see "Look up channels by their handle" in docs/deploy.md.`,
        );
      }
      const arn = (await outputs())?.['YoutubeSecretArn'];
      if (arn === undefined) return unknown('The stage has no YouTube secret yet.', deployCommand({ stage }));
      if (youtubeSecret.safeParse(await readSecret(arn, region)).success) return ok('The secret has a key.');
      return warn(
        'The secret has no key: links to channels by their handle do not work.',
        `Write {"apiKey":"KEY"} into a file, run: aws secretsmanager put-secret-value --secret-id ${arn} --secret-string file://key.json, and delete the file.`,
      );
    },
  },
];

/** @returns undefined if the site does not answer. */
async function readConfig(url: string): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(SITE_TIMEOUT_MS);
  return fetch(`${url}${SITE_CONFIG_PATH}`, { signal }).catch(() => undefined);
}
