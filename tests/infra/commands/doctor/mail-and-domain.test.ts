import {
  DescribeCertificateCommand,
  ListCertificatesCommand,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { GetAccountCommand, GetEmailIdentityCommand, type GetAccountResponse } from '@aws-sdk/client-sesv2';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, type PackPrices } from '../../../../contract/packs.ts';
import { mail } from '../../../../infra/commands/doctor/mail.ts';
import { certificate, site } from '../../../../infra/commands/doctor/site-and-certificate.ts';
import { acm, awsError, inRegion, resetAws, ses } from '../../support/aws.ts';
import { listProblems, missingPermission, NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';
import { CERTIFICATE } from '../../support/stages.ts';

const DEPLOY = 'Run: npm run deploy -- --stage try';

beforeEach(() => resetAws());

describe('doctor, mail:', () => {
  const FROM = { fromAddress: 'no-reply@example.com' };
  const settings = { ses: FROM };
  const VERIFIED = "ok The sender's identity is verified in us-west-2.";
  const PRODUCTION = 'ok SES in us-west-2 has production access.';
  const PRODUCTION_ACCESS = { ProductionAccessEnabled: true, SendingEnabled: true };

  beforeEach(() => {
    ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
    ses.on(GetAccountCommand).resolves(PRODUCTION_ACCESS);
  });

  it('warns about missing SES only if the stage keeps its data', async () => {
    const message = 'Cognito sends the e-mails: at most 50 a day for the account.';

    expect(await runCheck(mail)).toEqual([`ok ${message}`]);
    expect(await runCheck(mail, { settings: { keepData: true } })).toEqual([
      `warn ${message} -> Verify a domain in Amazon SES, and set ses in infra/stages/try.ts.`,
    ]);
    expect(ses.calls()).toEqual([]);
  });

  it.each([
    ['domain', 'example.com'],
    ['address', 'no-reply@example.com'],
  ] as const)('accepts the verified %s of the settings, in its region', async (identity, EmailIdentity) => {
    const regions = new Set<string>();
    const called = inRegion((region) => {
      regions.add(region);
      return { VerifiedForSendingStatus: true, ...PRODUCTION_ACCESS };
    });
    ses
      .on(GetEmailIdentityCommand, { EmailIdentity })
      .callsFake(called)
      .on(GetAccountCommand)
      .callsFake(called);

    expect(await runCheck(mail, { settings: { ses: { ...FROM, identity, region: 'eu-west-1' } } })).toEqual(
      [VERIFIED, PRODUCTION].map((text) => text.replace('us-west-2', 'eu-west-1')),
    );
    expect([...regions]).toEqual(['eu-west-1']);
    expect(ses.commandCalls(GetEmailIdentityCommand, { EmailIdentity })).toHaveLength(1);
  });

  it('fails for an identity that does not exist', async () => {
    ses.on(GetEmailIdentityCommand).rejects(awsError('NotFoundException'));

    expect(await listProblems(mail, { settings })).toEqual([
      "FAIL The sender's identity does not exist in SES in us-west-2.",
      PRODUCTION,
    ]);
  });

  it('fails for an identity that is not verified, without printing the address', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerificationStatus: 'PENDING' });

    const findings = await runCheck(mail, { settings });

    expect(findings[0]).toMatch(
      /^FAIL The sender's identity is not verified in SES in us-west-2 \(PENDING\)\. -> /,
    );
    expect(findings.join()).not.toContain('example.com');
  });

  it.each<[GetAccountResponse, string]>([
    [
      { ProductionAccessEnabled: false },
      'FAIL SES in us-west-2 is in the sandbox: it sends only to verified addresses.',
    ],
    [{ SendingEnabled: false }, 'FAIL SES in us-west-2 has paused sending for the account.'],
  ])('fails for an account with %j', async (answer, problem) => {
    ses.on(GetAccountCommand).resolves({ ...PRODUCTION_ACCESS, ...answer });

    expect(await listProblems(mail, { settings })).toEqual([VERIFIED, problem]);
  });

  it.each([
    ['ses:GetEmailIdentity', GetEmailIdentityCommand],
    ['ses:GetAccount', GetAccountCommand],
  ] as const)('names the missing permission %s', async (permission, command) => {
    ses.on(command as typeof GetAccountCommand).rejects(awsError('AccessDeniedException'));

    expect(await runCheck(mail, { settings })).toEqual([missingPermission(permission)]);
  });
});

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
