import {
  ACMClient,
  DescribeCertificateCommand,
  ListCertificatesCommand,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { mockClient } from 'aws-sdk-client-mock';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, type PackPrices } from '../../../../contract/packs.ts';
import { certificate, site } from '../../../../infra/commands/doctor/site-and-certificate.ts';
import { awsError, inRegion } from '../../support/aws.ts';
import { missingPermission, runCheck } from '../../support/check-context.ts';

const DEPLOY = 'Run: npm run deploy -- --stage try';

describe('the check of the site', () => {
  const prices: PackPrices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));

  let server: Server | undefined;
  afterEach(() => {
    server?.close();
    server?.closeAllConnections();
  });

  /** A site whose /config.json has these prices. @returns its address. */
  async function startSite(priceIds: string[], status = 200): Promise<string> {
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

  it.each<[string, PackPrices]>([
    ['all packs', prices],
    ['the only pack with a price', { pro: 'price_pro' }],
    ['no pack, as in the settings', {}],
  ])('accepts a site that sells %s', async (_, onSale) => {
    const url = await startSite(Object.values(onSale));

    expect(await checkSite(url, { prices: onSale })).toEqual([
      {
        status: 'ok',
        message: `${url} is available; ${Object.keys(onSale).length} packs are on sale.`,
      },
    ]);
  });

  it.each([[[]], [['price_starter', 'price_pro', 'price_old']]])(
    'warns about the prices %j, which differ from the settings',
    async (ids) => {
      const url = await startSite(ids);

      expect(await checkSite(url, { prices })).toEqual([
        { status: 'warn', message: `The prices on ${url} differ from the settings.`, fix: DEPLOY },
      ]);
    },
  );

  it('fails for a site that answers with an error', async () => {
    const url = await startSite([], 403);

    expect(await checkSite(url)).toEqual([
      { status: 'FAIL', message: `${url} answers with status 403.`, fix: DEPLOY },
    ]);
  });

  it('fails for a site that does not answer', async () => {
    expect(await checkSite('http://127.0.0.1:1')).toEqual([
      { status: 'FAIL', message: 'http://127.0.0.1:1 does not answer.', fix: DEPLOY },
    ]);
  });

  it('has an unknown result before the first deployment', async () => {
    expect(await runCheck(site, { outputs: () => Promise.resolve(undefined) })).toEqual([
      { status: '?', message: 'The stage is not deployed.', fix: DEPLOY },
    ]);
  });
});

describe('the check of the certificate', () => {
  const NAME = 'thumbs.example.com';
  const ARN = 'arn:aws:acm:us-east-1:000000000000:certificate/1';
  const existing = { settings: { domain: { name: NAME, certificateArn: ARN } } };
  const created = {
    settings: { domain: { name: NAME, hostedZone: { id: 'Z0123456789', name: 'example.com' } } },
  };
  const VALID = { status: 'ok', message: `The certificate of ${NAME} is valid.` };
  const acm = mockClient(ACMClient);
  beforeEach(() => acm.reset());

  const mockCertificate = (changes: CertificateDetail = {}) =>
    acm.on(DescribeCertificateCommand, { CertificateArn: ARN }).resolves({
      Certificate: { Status: 'ISSUED', DomainName: NAME, NotAfter: new Date('2027-11-01'), ...changes },
    });

  it('does not apply to a stage without a custom domain', async () => {
    expect(await runCheck(certificate)).toEqual([]);
    expect(acm.calls()).toEqual([]);
  });

  it.each<[string, CertificateDetail]>([
    ['for the domain', {}],
    [
      'with the domain as an alternative name',
      { DomainName: 'example.com', SubjectAlternativeNames: [NAME] },
    ],
    ['with a wildcard', { DomainName: '*.example.com' }],
  ])('accepts a certificate %s', async (_, detail) => {
    mockCertificate(detail);

    expect(await runCheck(certificate, existing)).toEqual([VALID]);
  });

  it.each<[string, CertificateDetail, string, string]>([
    ['expired', { Status: 'EXPIRED' }, 'FAIL', `The status of the certificate of ${NAME} is EXPIRED.`],
    [
      'another domain’s',
      { DomainName: 'other.example.com' },
      'FAIL',
      `The certificate does not cover ${NAME}.`,
    ],
    ['too broad', { DomainName: '*.com' }, 'FAIL', `The certificate does not cover ${NAME}.`],
    [
      'not yet validated',
      { Status: 'PENDING_VALIDATION' },
      'warn',
      `The certificate of ${NAME} is not validated yet.`,
    ],
    [
      'soon expiring',
      { NotAfter: new Date('2026-12-01') },
      'warn',
      `The certificate of ${NAME} expires on 2026-12-01.`,
    ],
  ])('reports a certificate that is %s', async (_, detail, status, message) => {
    mockCertificate(detail);

    const [finding] = await runCheck(certificate, existing);

    expect(finding).toMatchObject({ status, message });
    expect(finding?.fix).not.toBe('');
  });

  it('finds the certificate that the stack created by its domain, in us-east-1', async () => {
    const called: string[] = [];
    acm.on(ListCertificatesCommand).callsFake(
      inRegion((region) => {
        called.push(region);
        return { CertificateSummaryList: [{ DomainName: NAME, CertificateArn: ARN }] };
      }),
    );
    mockCertificate();

    expect(await runCheck(certificate, created)).toEqual([VALID]);
    expect(called).toEqual(['us-east-1']);
  });

  it('has an unknown result before the stack created the certificate', async () => {
    acm.on(ListCertificatesCommand).resolves({ CertificateSummaryList: [] });

    expect(await runCheck(certificate, created)).toEqual([
      { status: '?', message: 'The certificate does not exist yet.', fix: DEPLOY },
    ]);
  });

  it.each([
    ['acm:DescribeCertificate', DescribeCertificateCommand, existing],
    ['acm:ListCertificates', ListCertificatesCommand, created],
  ] as const)('names the missing permission %s', async (permission, command, context) => {
    acm.on(command as typeof ListCertificatesCommand).rejects(awsError('AccessDeniedException'));

    expect(await runCheck(certificate, context)).toEqual([missingPermission(permission)]);
  });
});
