import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { clientSettings } from '../aws/client-settings.ts';
import { fail, ok, warn, type Check, type Finding } from './check.ts';
import { may } from './may.ts';

/** Whether the mail of the user pool arrives: codes at sign-up, and those of the magic link. */
export const mail: Check = {
  name: 'mail',
  async look({ settings: { stage, ses, region, keepData } }) {
    if (ses === undefined) return [withoutSes(stage, keepData)];
    const at = ses.region ?? region;
    const client = new SESv2Client(clientSettings(at));
    const [, domain = ''] = ses.fromAddress.split('@');
    const identity = ses.identity === 'domain' ? domain : ses.fromAddress;
    return Promise.all([identityOf(identity, at, client), accountOf(at, client)]);
  },
};

function withoutSes(stage: string, isForGood: boolean): Finding {
  const found = 'Cognito itself sends the mail: at most 50 messages a day for the account.';
  return isForGood
    ? warn(found, `Verify a domain in Amazon SES, and set ses in infra/stages/${stage}.ts.`)
    : ok(found);
}

async function identityOf(identity: string, region: string, client: SESv2Client): Promise<Finding> {
  const found = await may('ses:GetEmailIdentity', () =>
    client.send(new GetEmailIdentityCommand({ EmailIdentity: identity })),
  ).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotFoundException') return undefined;
    throw error;
  });
  if (found === undefined) {
    return fail(
      `SES in ${region} does not know the sender's identity.`,
      'Create it there under Identities, or set ses.region to where it is.',
    );
  }
  if (found.VerifiedForSendingStatus === true) return ok(`The sender's identity is verified in ${region}.`);
  return fail(
    `SES in ${region} has not verified the sender's identity (${found.VerificationStatus ?? 'no status'}).`,
    'For a domain, put the DKIM records that SES shows into its DNS; for an address, open the link that SES mailed.',
  );
}

async function accountOf(region: string, client: SESv2Client): Promise<Finding> {
  const account = await may('ses:GetAccount', () => client.send(new GetAccountCommand({})));
  if (account.ProductionAccessEnabled !== true) {
    return fail(
      `SES in ${region} is in its sandbox: mail reaches verified addresses only.`,
      'Ask for production access under Account dashboard in the SES console. It takes about a day.',
    );
  }
  if (account.SendingEnabled !== true) {
    return fail(
      `SES in ${region} has paused the account's sending.`,
      'Look under Reputation in the SES console.',
    );
  }
  return ok(`SES in ${region} is out of its sandbox.`);
}
