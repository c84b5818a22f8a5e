import { GetAccountCommand, GetEmailIdentityCommand, type GetAccountResponse } from '@aws-sdk/client-sesv2';
import { beforeEach, describe, expect, it } from 'vitest';
import { mail, mailSender } from '../../../../infra/commands/doctor/mail.ts';
import { awsError, inRegion, resetAws, ses } from '../../support/aws.ts';
import { listProblems, missingPermission, runCheck } from '../../support/doctor.ts';

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

  it('requires SES only if the stage keeps its data', async () => {
    const message = 'Cognito sends the e-mails: at most 50 a day for the account.';
    const keepsData = { settings: { keepData: true } };

    expect([...(await runCheck(mailSender)), ...(await runCheck(mail))]).toEqual([`ok ${message}`]);
    expect([...(await runCheck(mailSender, keepsData)), ...(await runCheck(mail, keepsData))]).toEqual([
      `FAIL ${message} -> Verify a domain in Amazon SES, and set ses in infra/stages/try.ts. For a trial without SES, use a stage without keepData.`,
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

    const inIreland = { settings: { ses: { ...FROM, identity, region: 'eu-west-1' } } };
    expect([...(await runCheck(mailSender, inIreland)), ...(await runCheck(mail, inIreland))]).toEqual(
      [VERIFIED, PRODUCTION].map((text) => text.replace('us-west-2', 'eu-west-1')),
    );
    expect([...regions]).toEqual(['eu-west-1']);
    expect(ses.commandCalls(GetEmailIdentityCommand, { EmailIdentity })).toHaveLength(1);
  });

  it.each([
    ['eu-west-2', 'eu-west-2', `ok The sender's identity is verified in eu-west-2.`],
    ['eu-west-2', 'eu-central-1', 'FAIL Cognito in eu-west-2 cannot send with SES in eu-central-1.'],
  ])('reports for a user pool in %s and an identity in %s: %s', async (region, sesRegion, problem) => {
    const changes = { settings: { region, ses: { ...FROM, region: sesRegion } } };

    expect(await listProblems(mailSender, changes)).toEqual([problem]);
  });

  it('fails for an identity that does not exist or is not verified, without printing the address', async () => {
    const identity = ses.on(GetEmailIdentityCommand);
    const run = async () => (await listProblems(mailSender, { settings })).join();

    identity.rejects(awsError('NotFoundException'));
    expect(await run()).toBe("FAIL The sender's identity does not exist in SES in us-west-2.");
    identity.resolves({ VerificationStatus: 'PENDING' });
    expect(await run()).toBe("FAIL The sender's identity is not verified in SES in us-west-2 (PENDING).");
  });

  it.each<[GetAccountResponse, string]>([
    [
      { ProductionAccessEnabled: false },
      'FAIL SES in us-west-2 is in the sandbox: it sends only to verified addresses.',
    ],
    [{ SendingEnabled: false }, 'FAIL SES in us-west-2 has paused sending for the account.'],
  ])('fails for an account with %j', async (answer, problem) => {
    ses.on(GetAccountCommand).resolves({ ...PRODUCTION_ACCESS, ...answer });

    expect(await listProblems(mail, { settings })).toEqual([problem]);
  });

  it.each([
    ['ses:GetEmailIdentity', mailSender],
    ['ses:GetAccount', mail],
  ] as const)('names the missing permission %s', async (permission, check) => {
    ses.on(GetEmailIdentityCommand).rejects(awsError('AccessDeniedException'));
    ses.on(GetAccountCommand).rejects(awsError('AccessDeniedException'));

    expect(await runCheck(check, { settings })).toEqual([missingPermission(permission)]);
  });
});
