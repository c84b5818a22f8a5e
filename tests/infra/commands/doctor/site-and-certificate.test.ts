import {
  DescribeCertificateCommand,
  ListCertificatesCommand,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, type PackPrices } from '../../../../contract/packs.ts';
import { certificate, site } from '../../../../infra/commands/doctor/site-and-certificate.ts';
import { acm, inRegion, resetAws } from '../../support/aws.ts';
import { listProblems, NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';
import { CERTIFICATE } from '../../support/stages.ts';

const DEPLOY = 'Run: npm run deploy -- --stage try';

beforeEach(() => resetAws());

describe('doctor, certificate:', () => {
  const NAME = 'thumbs.example.com';
  const existing = { settings: { domain: { name: NAME, certificateArn: CERTIFICATE } } };
  const hostedZone = { id: 'Z0123456789', name: 'example.com' };
  const created = { settings: { domain: { name: NAME, hostedZone } } };
  const VALID = `ok The certificate of ${NAME} is valid.`;

  const mockCertificate = (changes: CertificateDetail = {}) =>
    acm.on(DescribeCertificateCommand, { CertificateArn: CERTIFICATE }).resolves({
      Certificate: { Status: 'ISSUED', DomainName: NAME, NotAfter: new Date('2027-11-01'), ...changes },
    });

  it('does not apply to a stage without a custom domain', async () => {
    expect(await runCheck(certificate)).toEqual([]);
    expect(acm.calls()).toEqual([]);
  });

  it.each<[CertificateDetail, string]>([
    [{}, VALID],
    [{ DomainName: 'example.com', SubjectAlternativeNames: [NAME] }, VALID],
    [{ DomainName: '*.example.com' }, VALID],
    [{ DomainName: 'other.example.com' }, `FAIL The certificate does not cover ${NAME}.`],
    [{ DomainName: '*.com' }, `FAIL The certificate does not cover ${NAME}.`],
    [{ Status: 'EXPIRED' }, `FAIL The status of the certificate of ${NAME} is EXPIRED.`],
    [{ Status: 'PENDING_VALIDATION' }, `warn The certificate of ${NAME} is not validated yet.`],
    [{ NotAfter: new Date('2026-12-01') }, `warn The certificate of ${NAME} expires on 2026-12-01.`],
  ])('reports a certificate of thumbs.example.com with %j: %s', async (detail, problem) => {
    mockCertificate(detail);

    expect(await listProblems(certificate, existing)).toEqual([problem]);
  });

  it('finds the certificate that the stack created by its domain, in us-east-1', async () => {
    const called: string[] = [];
    acm.on(ListCertificatesCommand).callsFake(
      inRegion((region) => {
        called.push(region);
        return { CertificateSummaryList: [{ DomainName: NAME, CertificateArn: CERTIFICATE }] };
      }),
    );
    mockCertificate();

    expect(await runCheck(certificate, created)).toEqual([VALID]);
    expect(called).toEqual(['us-east-1']);
  });

  it('has an unknown result before the stack created the certificate', async () => {
    acm.on(ListCertificatesCommand).resolves({ CertificateSummaryList: [] });

    expect(await runCheck(certificate, created)).toEqual([
      `? The certificate does not exist yet. -> ${DEPLOY}`,
    ]);
  });
});

describe('doctor, site:', () => {
  const prices: PackPrices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));
  const all = Object.values(prices);

  let server: Server | undefined;
  afterEach(() => {
    server?.close();
    server?.closeAllConnections();
  });

  /** A site whose /config.json has these prices. @returns its address. */
  async function startSite(priceIds: string[], status: number): Promise<string> {
    const config = JSON.stringify({ packs: priceIds.map((priceId) => ({ priceId })) });
    server = createServer(({ url }, response) => {
      response.writeHead(url === '/config.json' ? status : 404).end(config);
    });
    const listening = server.listen(0, '127.0.0.1');
    await new Promise((resolve) => listening.once('listening', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  }

  const checkSite = (SiteUrl: string, settings = {}) =>
    runCheck(site, { outputs: () => Promise.resolve({ SiteUrl }), settings });

  it.each<[string[], PackPrices, number, string]>([
    [all, prices, 200, `ok SITE is available; ${all.length} packs are on sale.`],
    [['price_pro'], { pro: 'price_pro' }, 200, 'ok SITE is available; 1 packs are on sale.'],
    [[], {}, 200, 'ok SITE is available; 0 packs are on sale.'],
    [[], prices, 200, `warn The prices on SITE differ from the settings. -> ${DEPLOY}`],
    [
      ['price_starter', 'price_old'],
      prices,
      200,
      `warn The prices on SITE differ from the settings. -> ${DEPLOY}`,
    ],
    [[], {}, 403, `FAIL SITE answers with status 403. -> ${DEPLOY}`],
  ])(
    'reports a site with %j, settings with %j and the status %i: %s',
    async (onSale, inSettings, status, finding) => {
      const url = await startSite(onSale, status);

      expect(await checkSite(url, { prices: inSettings })).toEqual([finding.replace('SITE', url)]);
    },
  );

  it('fails for a site that does not answer', async () => {
    expect(await checkSite('http://127.0.0.1:1')).toEqual([
      `FAIL http://127.0.0.1:1 does not answer. -> ${DEPLOY}`,
    ]);
  });

  it('has an unknown result before the first deployment', async () => {
    expect(await runCheck(site, NOT_DEPLOYED)).toEqual([`? The stage is not deployed. -> ${DEPLOY}`]);
  });
});
