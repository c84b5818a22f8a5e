import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { listDomains, nameIdentity, type Sender } from '../../stages/sender.ts';
import { createClient, undefinedOnError } from '../aws.ts';
import { fail, ok, type Check, type Finding } from './check.ts';

/** Cognito uses SES in the user pool's own region and in these regions (Cognito developer guide, "Email settings"). */
const SES_REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1'];

const COGNITO_SENDS = 'Cognito sends the e-mails: at most 50 a day for the account.';

/**
 * Checks that Cognito accepts the sender. Otherwise CloudFormation fails at the user pool, halfway through a deployment. A
 * stage for creators needs a sender in SES: after 50 e-mails of Cognito, nobody can sign up on that day.
 */
export const mailSender: Check = {
  name: 'mail sender',
  isPrerequisite: true,
  async probe({ settings: { stage, ses, region: stackRegion, keepData } }) {
    if (ses === undefined) {
      if (!keepData) return [];
      const fix = `Verify a domain in Amazon SES, and set ses in infra/stages/${stage}.ts. For a trial without SES, use a stage without keepData.`;
      return fail(COGNITO_SENDS, fix);
    }
    const region = ses.region ?? stackRegion;
    if (region !== stackRegion && !SES_REGIONS.includes(region)) {
      return fail(
        `Cognito in ${stackRegion} cannot send with SES in ${region}.`,
        `Verify the identity in ${stackRegion}, ${SES_REGIONS.join(', ')}, and set ses.region in infra/stages/${stage}.ts.`,
      );
    }
    return checkIdentity(ses, region, stage);
  },
};

/** Checks that the user pool's e-mails are delivered: codes for sign-up, password reset and sign-in. */
export const mail: Check = {
  name: 'mail',
  async probe({ settings: { ses, region: stackRegion, keepData } }) {
    // The check `mail sender` reports a missing sender.
    if (ses === undefined) return keepData ? [] : ok(COGNITO_SENDS);
    const region = ses.region ?? stackRegion;
    return checkAccount(region);
  },
};

async function checkIdentity(sender: Sender, region: string, stage: string): Promise<Finding> {
  const found = await findIdentity(nameIdentity(sender), region);
  if (found === undefined) {
    const parent = await findVerifiedParent(sender, region);
    if (parent !== undefined) {
      return fail(
        `The sender's identity does not exist in SES in ${region}, but the parent domain ${parent} is verified.`,
        `Set ses.identity: '${parent}' in infra/stages/${stage}.ts.`,
      );
    }
    return fail(
      `The sender's identity does not exist in SES in ${region}.`,
      'Create it under Identities in the SES console, or set ses.region to its region.',
    );
  }
  if (found.VerifiedForSendingStatus === true) return ok(`The sender's identity is verified in ${region}.`);
  return fail(
    `The sender's identity is not verified in SES in ${region} (${found.VerificationStatus ?? 'no status'}).`,
    'For a domain, add the DKIM records that SES shows to its DNS. For an address, open the link in the e-mail from SES.',
  );
}

async function findIdentity(EmailIdentity: string, region: string) {
  const client = createClient(SESv2Client, region);
  return undefinedOnError(['NotFoundException'], client.send(new GetEmailIdentityCommand({ EmailIdentity })));
}

/** A verified domain also covers the addresses of its subdomains. Cognito asks for the identity that exists. */
async function findVerifiedParent(
  { fromAddress, identity }: Sender,
  region: string,
): Promise<string | undefined> {
  if (identity !== 'domain') return undefined;
  for (const domain of listDomains(fromAddress).slice(1)) {
    const found = await findIdentity(domain, region);
    if (found?.VerifiedForSendingStatus === true) return domain;
  }
  return undefined;
}

async function checkAccount(region: string): Promise<Finding> {
  const account = await createClient(SESv2Client, region).send(new GetAccountCommand({}));
  if (account.ProductionAccessEnabled !== true) {
    return fail(
      `SES in ${region} is in the sandbox: it sends only to verified addresses.`,
      'Request production access under Account dashboard in the SES console. It takes about a day.',
    );
  }
  if (account.SendingEnabled !== true) {
    return fail(
      `SES in ${region} has paused sending for the account.`,
      'See Reputation metrics in the SES console.',
    );
  }
  return ok(`SES in ${region} has production access.`);
}
