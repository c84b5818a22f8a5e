import { awsError } from '../../support/aws.ts';
import { testCheck } from '../../support/doctor.ts';
import { CERTIFICATE } from '../../support/stages.ts';

const NAME = 'thumbs.example.com';
const existing = { settings: { domain: { name: NAME, certificateArn: CERTIFICATE } } };
const created = {
  settings: { domain: { name: NAME, hostedZone: { id: 'Z0123456789', name: 'example.com' } } },
};
const VALID = `ok The certificate of ${NAME} is valid.`;
/** CloudFront accepts certificates from us-east-1 only. */
const describeCertificate = (changes: object = {}) => ({
  DescribeCertificate: ({ region, input }: { region: string; input: Record<string, unknown> }) =>
    region === 'us-east-1' && input['CertificateArn'] === CERTIFICATE
      ? { Certificate: { Status: 'ISSUED', DomainName: NAME, NotAfter: new Date('2027-11-01'), ...changes } }
      : awsError('ResourceNotFoundException'),
});
const certified = (changes: object) => ({ ...existing, aws: describeCertificate(changes) });
const answersOfAcm = {
  ListCertificates: { CertificateSummaryList: [{ DomainName: NAME, CertificateArn: CERTIFICATE }] },
  ...describeCertificate(),
};
testCheck(
  'named certificate',
  {
    'does not apply to a stage without a custom domain': [{}],
    'does not apply to a certificate that the stack creates': [created],
    'accepts a valid certificate': [existing, VALID],
    'accepts a certificate that covers the name among others': [
      certified({ DomainName: 'example.com', SubjectAlternativeNames: [NAME] }),
      VALID,
    ],
    'accepts a certificate with a wildcard': [certified({ DomainName: '*.example.com' }), VALID],
    'fails for a certificate of another name': [
      certified({ DomainName: 'other.example.com' }),
      `FAIL The certificate does not cover ${NAME}. -> …`,
    ],
    'fails for a wildcard of a higher level': [
      certified({ DomainName: '*.com' }),
      `FAIL The certificate does not cover ${NAME}. -> …`,
    ],
    'fails for an expired certificate': [
      certified({ Status: 'EXPIRED' }),
      `FAIL The status of the certificate of ${NAME} is EXPIRED. -> …`,
    ],
    'fails for a certificate that is not issued, which CloudFront refuses': [
      certified({ Status: 'PENDING_VALIDATION' }),
      `FAIL The certificate of ${NAME} is not validated yet. -> …`,
    ],
    'fails for a certificate that does not exist in the account': [
      { ...existing, aws: { DescribeCertificate: awsError('ResourceNotFoundException') } },
      `FAIL The certificate of ${NAME} does not exist in this account. -> …`,
    ],
    'warns of a certificate that expires soon': [
      certified({ NotAfter: new Date('2026-12-01') }),
      `warn The certificate of ${NAME} expires on 2026-12-01. -> …`,
    ],
  },
  answersOfAcm,
);
testCheck(
  'certificate',
  {
    'does not apply to a certificate that the settings name': [existing],
    'finds the certificate that the stack created by its domain': [created, VALID],
    'warns of a certificate that is not validated yet': [
      { ...created, aws: describeCertificate({ Status: 'PENDING_VALIDATION' }) },
      `warn The certificate of ${NAME} is not validated yet. -> …`,
    ],
    'is unknown before the stack created it': [
      { ...created, aws: { ListCertificates: { CertificateSummaryList: [] } } },
      `? The certificate does not exist yet. -> Run: npm run deploy -- --stage try`,
    ],
  },
  answersOfAcm,
);
