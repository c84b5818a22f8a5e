import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { mail } from '../../../../infra/commands/doctor/mail.ts';
import { awsError, inRegion } from '../../support/aws.ts';
import { missingPermission, runCheck } from '../../support/check-context.ts';

const ses = mockClient(SESv2Client);
const FROM = { fromAddress: 'no-reply@example.com' };
const settings = { ses: FROM };
const VERIFIED = { status: 'ok', message: "The sender's identity is verified in us-west-2." };
const PRODUCTION = { status: 'ok', message: 'SES in us-west-2 has production access.' };
const PRODUCTION_ACCESS = { ProductionAccessEnabled: true, SendingEnabled: true };

beforeEach(() => {
  ses.reset();
  ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  ses.on(GetAccountCommand).resolves(PRODUCTION_ACCESS);
});

describe('the check of the mail', () => {
  it('warns about missing SES only if the stage keeps its data', async () => {
    const message = 'Cognito sends the e-mails: at most 50 a day for the account.';
    const fix = 'Verify a domain in Amazon SES, and set ses in infra/stages/try.ts.';

    expect(await runCheck(mail)).toEqual([{ status: 'ok', message }]);
    expect(await runCheck(mail, { settings: { keepData: true } })).toEqual([
      { status: 'warn', message, fix },
    ]);
    expect(ses.calls()).toEqual([]);
  });

  it('accepts a verified identity with production access', async () => {
    expect(await runCheck(mail, { settings })).toEqual([VERIFIED, PRODUCTION]);
  });

  it.each([
    ['domain', 'example.com'],
    ['address', 'no-reply@example.com'],
  ] as const)('looks up the identity of the settings: the %s', async (identity, EmailIdentity) => {
    await runCheck(mail, { settings: { ses: { ...FROM, identity } } });

    expect(ses.commandCalls(GetEmailIdentityCommand)[0]?.args[0].input).toEqual({ EmailIdentity });
  });

  it('calls SES in the region of the identity', async () => {
    const called = new Set<string>();
    const record = inRegion((region) => {
      called.add(region);
      return {};
    });
    ses.on(GetEmailIdentityCommand).callsFake(record);
    ses.on(GetAccountCommand).callsFake(record);

    await runCheck(mail, { settings: { ses: { ...FROM, region: 'eu-west-1' } } });

    expect([...called]).toEqual(['eu-west-1']);
  });

  it('fails for an identity that does not exist', async () => {
    ses.on(GetEmailIdentityCommand).rejects(awsError('NotFoundException'));

    expect(await runCheck(mail, { settings })).toEqual([
      {
        status: 'FAIL',
        message: "The sender's identity does not exist in SES in us-west-2.",
        fix: 'Create it under Identities in the SES console, or set ses.region to its region.',
      },
      PRODUCTION,
    ]);
  });

  it('fails for an identity that is not verified, without printing the address', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerificationStatus: 'PENDING' });

    const [finding] = await runCheck(mail, { settings });

    expect(finding).toMatchObject({
      status: 'FAIL',
      message: "The sender's identity is not verified in SES in us-west-2 (PENDING).",
    });
    expect(JSON.stringify(finding)).not.toContain('example.com');
  });

  it.each([
    [
      'in the sandbox',
      { ProductionAccessEnabled: false },
      'SES in us-west-2 is in the sandbox: it sends only to verified addresses.',
    ],
    [
      'with paused sending',
      { SendingEnabled: false },
      'SES in us-west-2 has paused sending for the account.',
    ],
  ])('fails for an account %s', async (_, answer, message) => {
    ses.on(GetAccountCommand).resolves({ ...PRODUCTION_ACCESS, ...answer });

    expect(await runCheck(mail, { settings })).toMatchObject([VERIFIED, { status: 'FAIL', message }]);
  });

  it.each([
    ['ses:GetEmailIdentity', GetEmailIdentityCommand],
    ['ses:GetAccount', GetAccountCommand],
  ] as const)('names the missing permission %s', async (permission, command) => {
    ses.on(command as typeof GetAccountCommand).rejects(awsError('AccessDeniedException'));

    expect(await runCheck(mail, { settings })).toEqual([missingPermission(permission)]);
  });
});
