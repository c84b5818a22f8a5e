import {
  ACMClient,
  DescribeCertificateCommand,
  paginateListCertificates,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { collect, createClient, findResource } from '../aws.ts';
import { deployCommand, fail, ok, unknown, warn, type Check, type Finding } from './check.ts';
import { formatDay, isWithinDays } from './days.ts';

/** The only region whose certificates CloudFront supports. */
const REGION = 'us-east-1';
/** ACM renews its certificates 60 days before they expire. It does not renew imported certificates. */
const NOTICE_DAYS = 30;

export const CERTIFICATE_CHECKS: readonly Check[] = [
  {
    // CloudFront refuses a certificate that is not issued or is for another name, after most of the stage was created.
    name: 'named certificate',
    isPrerequisite: true,
    remedy: ({ stage }) =>
      `Issue one in ${REGION}, and set domain.certificateArn in infra/stages/${stage}.ts.`,
    async probe({ settings: { domain }, now }) {
      if (domain?.certificateArn === undefined) return [];
      const found = await findCertificate(domain.certificateArn);
      if (found === undefined)
        return fail(`The certificate of ${domain.name} does not exist in this account.`);
      return checkCertificate(found, domain.name, now, fail);
    },
  },
  {
    // The deployment of the certificate that the stack creates waits until the certificate is issued.
    name: 'certificate',
    remedy: deployCommand,
    async probe({ settings: { domain }, now }) {
      if (domain === undefined || domain.certificateArn !== undefined) return [];
      const arn = await findCertificateArn(domain.name);
      const found = arn === undefined ? undefined : await findCertificate(arn);
      if (found === undefined) return unknown('The certificate does not exist yet.');
      return checkCertificate(found, domain.name, now, warn);
    },
  },
];

const VALIDATE = 'Check that the DNS of the domain has the CNAME record that ACM shows.';
const REISSUE = `Issue a new one in ${REGION}.`;
const COVER = `Issue one in ${REGION} that does, and set domain.certificateArn.`;
const RENEW =
  'If ACM issued it, check that its CNAME record still exists. If you imported it, import a new one.';

/** @param report creates the finding for a certificate that is not validated yet. */
function checkCertificate(
  certificate: CertificateDetail,
  name: string,
  now: Date,
  report: typeof fail,
): Finding {
  const { Status = 'unknown', SubjectAlternativeNames = [], DomainName = '', NotAfter } = certificate;
  const subjects = [DomainName, ...SubjectAlternativeNames];
  const title = `The certificate of ${name}`;
  if (Status === 'PENDING_VALIDATION') return report(`${title} is not validated yet.`, VALIDATE);
  if (Status !== 'ISSUED') return fail(`The status of the certificate of ${name} is ${Status}.`, REISSUE);
  if (!subjects.some((subject) => coversName(subject, name)))
    return fail(`The certificate does not cover ${name}.`, COVER);
  if (NotAfter !== undefined && isWithinDays(NotAfter, NOTICE_DAYS, now))
    return warn(`${title} expires on ${formatDay(NotAfter)}.`, RENEW);
  return ok(`${title} is valid.`);
}

/** A wildcard covers one label. */
function coversName(subject: string, name: string): boolean {
  return subject === name || (subject.startsWith('*.') && subject.slice(1) === name.slice(name.indexOf('.')));
}

/** @returns undefined if the certificate does not exist in this account. */
async function findCertificate(CertificateArn: string): Promise<CertificateDetail | undefined> {
  const client = createClient(ACMClient, REGION);
  const found = await findResource(client.send(new DescribeCertificateCommand({ CertificateArn })));
  return found?.Certificate;
}

/** Finds the certificate that the stack created for the domain. */
async function findCertificateArn(name: string): Promise<string | undefined> {
  const pages = paginateListCertificates({ client: createClient(ACMClient, REGION) }, {});
  const certificates = await collect(pages, ({ CertificateSummaryList }) => CertificateSummaryList);
  return certificates.find(({ DomainName }) => DomainName === name)?.CertificateArn;
}
