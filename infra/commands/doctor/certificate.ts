import {
  ACMClient,
  DescribeCertificateCommand,
  paginateListCertificates,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import type { Domain } from '../../stages/domain.ts';
import { collect, createClient, undefinedOnError } from '../aws.ts';
import { deployCommand, fail, ok, unknown, warn, type Check, type Finding } from './check.ts';

/** The only region whose certificates CloudFront supports. */
const CERTIFICATE_REGION = 'us-east-1';
const DAY_MS = 86_400_000;
/** ACM renews its certificates 60 days before they expire. It does not renew imported certificates. */
const NOTICE_DAYS = 30;

/**
 * A certificate that the settings name. CloudFront refuses it if it is not issued or is for another name, after most of the stage
 * was created.
 */
export const namedCertificate: Check = {
  name: 'named certificate',
  isPrerequisite: true,
  async probe({ settings: { domain, stage }, now }) {
    if (domain?.certificateArn === undefined) return [];
    const found = await describeCertificate(domain.certificateArn);
    if (found === undefined) {
      return fail(
        `The certificate of ${domain.name} does not exist in this account.`,
        `Issue one in ${CERTIFICATE_REGION}, and set domain.certificateArn in infra/stages/${stage}.ts.`,
      );
    }
    if (found.Status === 'PENDING_VALIDATION') return fail(...describePending(domain));
    return checkCertificate(found, domain, now);
  },
};

/** The certificate that the stack creates. Its deployment waits until the certificate is issued. */
export const createdCertificate: Check = {
  name: 'certificate',
  remedy: deployCommand,
  async probe({ settings: { domain }, now }) {
    if (domain === undefined || domain.certificateArn !== undefined) return [];
    const arn = await findCertificate(domain);
    const found = arn === undefined ? undefined : await describeCertificate(arn);
    if (found === undefined) return unknown('The certificate does not exist yet.');
    if (found.Status === 'PENDING_VALIDATION') return warn(...describePending(domain));
    return checkCertificate(found, domain, now);
  },
};

function describePending({ name }: Domain): [message: string, fix: string] {
  return [
    `The certificate of ${name} is not validated yet.`,
    'Check that the DNS of the domain has the CNAME record that ACM shows.',
  ];
}

async function describeCertificate(CertificateArn: string): Promise<CertificateDetail | undefined> {
  const answer = await undefinedOnError(
    ['ResourceNotFoundException'],
    createClient(ACMClient, CERTIFICATE_REGION).send(new DescribeCertificateCommand({ CertificateArn })),
  );
  return answer?.Certificate;
}

/** Finds the certificate that the stack created for the domain. */
async function findCertificate({ name }: Domain): Promise<string | undefined> {
  const client = createClient(ACMClient, CERTIFICATE_REGION);
  const pages = paginateListCertificates({ client }, {});
  const certificates = await collect(pages, ({ CertificateSummaryList }) => CertificateSummaryList);
  return certificates.find(({ DomainName }) => DomainName === name)?.CertificateArn;
}

function checkCertificate(certificate: CertificateDetail, { name }: Domain, now: Date): Finding {
  const { Status = 'unknown', SubjectAlternativeNames = [], DomainName = '', NotAfter } = certificate;
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
