import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { site } from '../../../../infra/commands/doctor/site.ts';
import { diagnose } from '../../support/patient.ts';

const prices = { starter: 'price_1', pro: 'price_2', elite: 'price_3' };
const DEPLOY = 'npm run deploy -- --stage try';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A site whose /config.json sells these prices. @returns its address. */
async function sells(priceIds: string[], status = 200): Promise<string> {
  const config = JSON.stringify({ packs: priceIds.map((priceId) => ({ priceId })) });
  server = createServer(({ url }, response) => {
    response.writeHead(url === '/config.json' ? status : 404).end(config);
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

const look = (SiteUrl: string, settings = {}) =>
  diagnose(site, { outputs: () => Promise.resolve({ SiteUrl }), settings });

describe('the site', () => {
  it('that sells what the settings hold is fine', async () => {
    const url = await sells(Object.values(prices));

    expect(await look(url, { prices })).toEqual([
      { state: 'ok', found: `${url} answers, with 3 packs on sale.` },
    ]);
  });

  it('that sells nothing is fine where there are no prices', async () => {
    const url = await sells([]);

    expect(await look(url)).toEqual([{ state: 'ok', found: `${url} answers, with 0 packs on sale.` }]);
  });

  it.each([[[]], [['price_1', 'price_2', 'price_old']]])(
    'that sells %j is to be deployed again',
    async (ids) => {
      const url = await sells(ids);

      expect(await look(url, { prices })).toEqual([
        { state: 'warn', found: `${url} sells other prices than the settings hold.`, fix: DEPLOY },
      ]);
    },
  );

  it('that answers with an error fails', async () => {
    const url = await sells([], 403);

    expect(await look(url)).toEqual([{ state: 'FAIL', found: `${url} does not answer: 403.`, fix: DEPLOY }]);
  });

  it('that nobody reaches fails', async () => {
    expect(await look('http://127.0.0.1:1')).toEqual([
      { state: 'FAIL', found: 'http://127.0.0.1:1 does not answer.', fix: DEPLOY },
    ]);
  });

  it('that is not deployed is not known', async () => {
    expect(await diagnose(site, { outputs: () => Promise.resolve(undefined) })).toEqual([
      { state: '?', found: 'The stage is not deployed yet.', fix: DEPLOY },
    ]);
  });
});
