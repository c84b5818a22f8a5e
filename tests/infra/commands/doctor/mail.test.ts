import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  SESv2Client,
  type GetAccountResponse,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { mail } from '../../../../infra/commands/doctor/mail.ts';
import { inRegion } from '../../support/aws.ts';
import { awsError, diagnose, notAllowed } from '../../support/patient.ts';

const ses = mockClient(SESv2Client);
const FROM = { fromAddress: 'no-reply@example.com' };
const settings = { ses: FROM };
const VERIFIED = { state: 'ok', found: "The sender's identity is verified in us-west-2." };
const PRODUCTION = { state: 'ok', found: 'SES in us-west-2 is out of its sandbox.' };

beforeEach(() => {
  ses.reset();
  ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
  ses.on(GetAccountCommand).resolves({ ProductionAccessEnabled: true, SendingEnabled: true });
});

describe('mail without SES', () => {
  const found = 'Cognito itself sends the mail: at most 50 messages a day for the account.';

  it('is enough for trying out', async () => {
    expect(await diagnose(mail)).toEqual([{ state: 'ok', found }]);
    expect(ses.calls()).toEqual([]);
  });

  it('is a warning where data is kept', async () => {
    expect(await diagnose(mail, { settings: { keepData: true } })).toEqual([
      {
        state: 'warn',
        found,
        fix: 'Verify a domain in Amazon SES, and set ses in infra/stages/try.ts.',
      },
    ]);
  });
});

describe('mail through SES', () => {
  it('is fine with a verified identity and production access', async () => {
    expect(await diagnose(mail, { settings })).toEqual([VERIFIED, PRODUCTION]);
  });

  it.each([
    ['domain', 'example.com'],
    ['address', 'no-reply@example.com'],
  ] as const)('looks for the identity that the settings name: the %s', async (identity, name) => {
    await diagnose(mail, { settings: { ses: { ...FROM, identity } } });

    expect(ses.commandCalls(GetEmailIdentityCommand)[0]?.args[0].input).toEqual({ EmailIdentity: name });
  });

  it('looks in the region of the identity', async () => {
    const asked = new Set<string>();
    const remember = inRegion((region) => {
      asked.add(region);
      return {};
    });
    ses.on(GetEmailIdentityCommand).callsFake(remember);
    ses.on(GetAccountCommand).callsFake(remember);

    await diagnose(mail, { settings: { ses: { ...FROM, region: 'eu-west-1' } } });

    expect([...asked]).toEqual(['eu-west-1']);
  });

  it('fails where SES does not know the identity', async () => {
    ses.on(GetEmailIdentityCommand).rejects(awsError('NotFoundException'));

    expect(await diagnose(mail, { settings })).toEqual([
      {
        state: 'FAIL',
        found: "SES in us-west-2 does not know the sender's identity.",
        fix: 'Create it there under Identities, or set ses.region to where it is.',
      },
      PRODUCTION,
    ]);
  });

  it('fails where the identity is not verified, and never tells the address', async () => {
    ses
      .on(GetEmailIdentityCommand)
      .resolves({ VerifiedForSendingStatus: false, VerificationStatus: 'PENDING' });

    const [finding] = await diagnose(mail, { settings });
    expect(finding).toMatchObject({
      state: 'FAIL',
      found: "SES in us-west-2 has not verified the sender's identity (PENDING).",
    });
    expect(JSON.stringify(finding)).not.toContain('example.com');
  });

  it.each<[string, GetAccountResponse, string]>([
    [
      'in the sandbox',
      { ProductionAccessEnabled: false, SendingEnabled: true },
      'SES in us-west-2 is in its sandbox: mail reaches verified addresses only.',
    ],
    [
      'paused',
      { ProductionAccessEnabled: true, SendingEnabled: false },
      "SES in us-west-2 has paused the account's sending.",
    ],
  ])('fails where the account is %s', async (_, answer, found) => {
    ses.on(GetAccountCommand).resolves(answer);

    expect(await diagnose(mail, { settings })).toMatchObject([VERIFIED, { state: 'FAIL', found }]);
  });

  it.each([
    ['ses:GetEmailIdentity', GetEmailIdentityCommand],
    ['ses:GetAccount', GetAccountCommand],
  ] as const)('names the permission that is missing: %s', async (permission, command) => {
    ses.on(command as typeof GetAccountCommand).rejects(awsError('AccessDeniedException'));

    expect(await diagnose(mail, { settings })).toEqual([notAllowed(permission)]);
  });
});
