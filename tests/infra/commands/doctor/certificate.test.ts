import {
  ACMClient,
  DescribeCertificateCommand,
  ListCertificatesCommand,
  type CertificateDetail,
} from '@aws-sdk/client-acm';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { certificate } from '../../../../infra/commands/doctor/certificate.ts';
import { inRegion } from '../../support/aws.ts';
import { awsError, diagnose, notAllowed } from '../../support/patient.ts';

const NAME = 'thumbs.example.com';
const ARN = 'arn:aws:acm:us-east-1:000000000000:certificate/1';
const given = { settings: { domain: { name: NAME, certificateArn: ARN } } };
const made = { settings: { domain: { name: NAME, hostedZone: { id: 'Z0123456789', name: 'example.com' } } } };
const acm = mockClient(ACMClient);
beforeEach(() => acm.reset());

const issued = (changes: CertificateDetail = {}) =>
  acm.on(DescribeCertificateCommand, { CertificateArn: ARN }).resolves({
    Certificate: { Status: 'ISSUED', DomainName: NAME, NotAfter: new Date('2027-11-01'), ...changes },
  });

describe('the certificate', () => {
  it('of a stage without a name of its own is nothing to look at', async () => {
    expect(await diagnose(certificate)).toEqual([]);
    expect(acm.calls()).toEqual([]);
  });

  it.each<[string, CertificateDetail]>([
    ['for the name', {}],
    ['for another name first', { DomainName: 'example.com', SubjectAlternativeNames: [NAME] }],
    ['for all names beside it', { DomainName: '*.example.com' }],
  ])('that is issued %s is fine', async (_, detail) => {
    issued(detail);

    expect(await diagnose(certificate, given)).toEqual([{ state: 'ok', found: `Issued for ${NAME}.` }]);
  });

  it.each<[string, CertificateDetail, string, string]>([
    ['expired', { Status: 'EXPIRED' }, 'FAIL', `The certificate of ${NAME} is EXPIRED.`],
    [
      'for a name beside it',
      { DomainName: 'other.example.com' },
      'FAIL',
      `The certificate does not cover ${NAME}.`,
    ],
    ['for names further down', { DomainName: '*.com' }, 'FAIL', `The certificate does not cover ${NAME}.`],
    [
      'waiting for its proof',
      { Status: 'PENDING_VALIDATION' },
      'warn',
      `The certificate of ${NAME} waits for its proof.`,
    ],
    [
      'about to end',
      { NotAfter: new Date('2026-12-01') },
      'warn',
      `The certificate of ${NAME} ends on 2026-12-01.`,
    ],
  ])('%s', async (_, detail, state, found) => {
    issued(detail);

    const [finding] = await diagnose(certificate, given);
    expect(finding).toMatchObject({ state, found });
    expect(finding?.fix).not.toBe('');
  });

  it('that the stack made is found by its name, in the region of CloudFront', async () => {
    const asked: string[] = [];
    acm.on(ListCertificatesCommand).callsFake(
      inRegion((region) => {
        asked.push(region);
        return { CertificateSummaryList: [{ DomainName: NAME, CertificateArn: ARN }] };
      }),
    );
    issued();

    expect(await diagnose(certificate, made)).toEqual([{ state: 'ok', found: `Issued for ${NAME}.` }]);
    expect(asked).toEqual(['us-east-1']);
  });

  it('that the stack has yet to make is not known', async () => {
    acm.on(ListCertificatesCommand).resolves({ CertificateSummaryList: [] });

    expect(await diagnose(certificate, made)).toMatchObject([
      { state: '?', found: 'The stack has not made its certificate yet.' },
    ]);
  });

  it.each([
    ['acm:DescribeCertificate', DescribeCertificateCommand, given],
    ['acm:ListCertificates', ListCertificatesCommand, made],
  ] as const)('names the permission that is missing: %s', async (permission, command, condition) => {
    acm.on(command as typeof ListCertificatesCommand).rejects(awsError('AccessDeniedException'));

    expect(await diagnose(certificate, condition)).toEqual([notAllowed(permission)]);
  });
});
