import {
  ACMClient,
  DescribeCertificateCommand,
  paginateListCertificates,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import type { StageSettings } from '../../stages/settings.ts';
import { clientSettings } from '../aws/client-settings.ts';
import { fail, ok, unknown, warn, type Check } from './check.ts';
import { may } from './may.ts';

type Domain = NonNullable<StageSettings['domain']>;

/** Where CloudFront looks for certificates. */
const REGION = 'us-east-1';
const DAY_MS = 86_400_000;
/** ACM renews its own 60 days before their end; an imported one is nobody's but ours to renew. */
const NOTICE_DAYS = 30;

/** Whether browsers will trust the stage's own name. */
export const certificate: Check = {
  name: 'certificate',
  async look({ settings: { stage, domain }, now }) {
    if (domain === undefined) return [];
    const acm = new ACMClient(clientSettings(REGION));
    const arn = domain.certificateArn ?? (await findArn(domain, acm));
    if (arn === undefined) {
      return [unknown('The stack has not made its certificate yet.', `npm run deploy -- --stage ${stage}`)];
    }
    const { Certificate } = await may('acm:DescribeCertificate', () =>
      acm.send(new DescribeCertificateCommand({ CertificateArn: arn })),
    );
    return [conditionOf(Certificate ?? {}, domain, now)];
  },
};

/** The certificate that the stack made for the name. */
async function findArn({ name }: Domain, client: ACMClient): Promise<string | undefined> {
  return may('acm:ListCertificates', async () => {
    for await (const { CertificateSummaryList = [] } of paginateListCertificates({ client }, {})) {
      const found = CertificateSummaryList.find(({ DomainName }) => DomainName === name);
      if (found !== undefined) return found.CertificateArn;
    }
    return undefined;
  });
}

function conditionOf(certificate: CertificateDetail, { name }: Domain, now: Date) {
  const { Status = 'unknown', SubjectAlternativeNames = [], DomainName = '', NotAfter } = certificate;
  if (Status === 'PENDING_VALIDATION') {
    return warn(
      `The certificate of ${name} waits for its proof.`,
      "Look whether the CNAME record that ACM shows is in the name's DNS.",
    );
  }
  if (Status !== 'ISSUED')
    return fail(`The certificate of ${name} is ${Status}.`, `Issue a new one in ${REGION}.`);
  if (![DomainName, ...SubjectAlternativeNames].some((covered) => covers(covered, name))) {
    return fail(
      `The certificate does not cover ${name}.`,
      `Issue one in ${REGION} that does, and set domain.certificateArn.`,
    );
  }
  if (NotAfter !== undefined && NotAfter.getTime() - now.getTime() < NOTICE_DAYS * DAY_MS) {
    return warn(
      `The certificate of ${name} ends on ${NotAfter.toISOString().slice(0, 10)}.`,
      'ACM renews its own where their CNAME record still stands; import a new one where it was imported.',
    );
  }
  return ok(`Issued for ${name}.`);
}

/** A wildcard stands for one label. */
function covers(covered: string, name: string): boolean {
  return covered === name || (covered.startsWith('*.') && covered.slice(1) === name.slice(name.indexOf('.')));
}
