import { z } from 'zod';
import { PACK_IDS } from '../../../contract/packs.ts';
import { SITE_CONFIG_PATH } from '../../../contract/site-config.ts';
import { fail, ok, unknown, warn, type Check } from './check.ts';

const TIMEOUT_MS = 10_000;

const config = z.object({ packs: z.array(z.object({ priceId: z.string() })) });

/** Whether the site answers, and sells what the settings say. */
export const site: Check = {
  name: 'site',
  async look({ settings, outputs }) {
    const deploy = `npm run deploy -- --stage ${settings.stage}`;
    const url = (await outputs())?.['SiteUrl'];
    if (url === undefined) return [unknown('The stage is not deployed yet.', deploy)];
    const answer = await fetch(`${url}${SITE_CONFIG_PATH}`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined);
    const text = answer?.ok === true ? await answer.text() : undefined;
    if (text === undefined) {
      return [fail(`${url} does not answer${answer === undefined ? '' : `: ${answer.status}`}.`, deploy)];
    }
    const onSale = config.parse(JSON.parse(text)).packs.map(({ priceId }) => priceId);
    const { prices } = settings;
    const wanted = prices === undefined ? [] : PACK_IDS.map((id) => prices[id]);
    if (onSale.join() !== wanted.join()) {
      return [warn(`${url} sells other prices than the settings hold.`, deploy)];
    }
    return [ok(`${url} answers, with ${onSale.length} packs on sale.`)];
  },
};
