import {
  ACMClient,
  DescribeCertificateCommand,
  paginateListCertificates,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { z } from 'zod';
import { PACK_IDS } from '../../../contract/packs.ts';
import { SITE_CONFIG_PATH } from '../../../contract/site-config.ts';
import type { Domain } from '../../stages/domain.ts';
import { collect, createClient } from '../aws.ts';
import { deployCommand, fail, ok, unknown, warn, type Check, type Finding } from './check.ts';

const SITE_TIMEOUT_MS = 10_000;

const siteConfig = z.object({ packs: z.array(z.object({ priceId: z.string() })) });

/** Whether the site is available and sells the packs of the settings. */
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

/** The only region whose certificates CloudFront supports. */
const CERTIFICATE_REGION = 'us-east-1';
const DAY_MS = 86_400_000;
/** ACM renews its certificates 60 days before they expire. It does not renew imported ones. */
const NOTICE_DAYS = 30;

/** The certificate of a custom domain. */
export const certificate: Check = {
  name: 'certificate',
  remedy: deployCommand,
  async probe({ settings: { domain }, now }) {
    if (domain === undefined) return [];
    const client = createClient(ACMClient, CERTIFICATE_REGION);
    const arn = domain.certificateArn ?? (await findCertificate(domain, client));
    if (arn === undefined) return unknown('The certificate does not exist yet.');
    const { Certificate = {} } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
    return checkCertificate(Certificate, domain, now);
  },
};

/** Finds the certificate that the stack created for the domain. */
async function findCertificate({ name }: Domain, client: ACMClient): Promise<string | undefined> {
  const pages = paginateListCertificates({ client }, {});
  const certificates = await collect(pages, ({ CertificateSummaryList }) => CertificateSummaryList);
  return certificates.find(({ DomainName }) => DomainName === name)?.CertificateArn;
}

function checkCertificate(certificate: CertificateDetail, { name }: Domain, now: Date): Finding {
  const { Status = 'unknown', SubjectAlternativeNames = [], DomainName = '', NotAfter } = certificate;
  if (Status === 'PENDING_VALIDATION') {
    return warn(
      `The certificate of ${name} is not validated yet.`,
      'Check that the DNS of the domain has the CNAME record that ACM shows.',
    );
  }
  if (Status !== 'ISSUED') {
    return fail(
      `The status of the certificate of ${name} is ${Status}.`,
      `Issue a new one in ${CERTIFICATE_REGION}.`,
    );
  }
  if (![DomainName, ...SubjectAlternativeNames].some((subject) => coversName(subject, name))) {
    return fail(
      `The certificate does not cover ${name}.`,
      `Issue one in ${CERTIFICATE_REGION} that does, and set domain.certificateArn.`,
    );
  }
  if (NotAfter !== undefined && NotAfter.getTime() - now.getTime() < NOTICE_DAYS * DAY_MS) {
    return warn(
      `The certificate of ${name} expires on ${NotAfter.toISOString().slice(0, 10)}.`,
      'If ACM issued it, check that its CNAME record still exists. If you imported it, import a new one.',
    );
  }
  return ok(`The certificate of ${name} is valid.`);
}

/** A wildcard covers one label. */
function coversName(subject: string, name: string): boolean {
  return subject === name || (subject.startsWith('*.') && subject.slice(1) === name.slice(name.indexOf('.')));
}

/** Whether a stage that sells to creators names its seller and its terms. */
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
