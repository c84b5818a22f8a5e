import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { listDomains, nameIdentity, type Sender } from '../../stages/sender.ts';
import { createClient, findResource } from '../aws.ts';
import { fail, ok, type Check, type Finding } from './check.ts';

/** Cognito uses SES in the user pool's own region and in these regions (Cognito developer guide, "Email settings"). */
const SES_REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1'];

const COGNITO_SENDS = 'Cognito sends the e-mails: at most 50 a day for the account.';

export const MAIL_CHECKS: readonly Check[] = [
  {
    // CloudFormation fails at the user pool, halfway through a deployment, if Cognito does not accept the sender. A stage for creators
    // needs a sender in SES: after 50 e-mails of Cognito, nobody can sign up on that day.
    name: 'mail sender',
    isPrerequisite: true,
    remedy: ({ stage }) =>
      `Verify a domain in Amazon SES, and set ses in infra/stages/${stage}.ts. For a trial without SES, use a stage without keepData.`,
    async probe({ settings: { stage, ses, region: own, keepData } }) {
      if (ses === undefined) return keepData ? fail(COGNITO_SENDS) : [];
      const region = ses.region ?? own;
      if (region === own || SES_REGIONS.includes(region)) return checkIdentity(ses, region, stage);
      const move = `Verify the identity in ${own}, ${SES_REGIONS.join(', ')}, and set ses.region in infra/stages/${stage}.ts.`;
      return fail(`Cognito in ${own} cannot send with SES in ${region}.`, move);
    },
  },
  {
    // The user pool sends codes for sign-up, password reset and sign-in. The check `mail sender` reports a missing sender.
    name: 'mail',
    async probe({ settings: { ses, region: own, keepData } }) {
      if (ses === undefined) return keepData ? [] : ok(COGNITO_SENDS);
      const region = ses.region ?? own;
      const account = await createClient(SESv2Client, region).send(new GetAccountCommand({}));
      const sandbox = `SES in ${region} is in the sandbox: it sends only to verified addresses.`;
      if (account.ProductionAccessEnabled !== true) return fail(sandbox, LEAVE_SANDBOX);
      if (account.SendingEnabled === true) return ok(`SES in ${region} has production access.`);
      return fail(`SES in ${region} has paused sending for the account.`, RESUME_SENDING);
    },
  },
];

const LEAVE_SANDBOX =
  'Request production access under Account dashboard in the SES console. It takes about a day.';
const RESUME_SENDING = 'See Reputation metrics in the SES console.';
const CREATE_IDENTITY = 'Create it under Identities in the SES console, or set ses.region to its region.';
const VERIFY_IDENTITY =
  'For a domain, add the DKIM records that SES shows to its DNS. For an address, open the link in the e-mail from SES.';

async function checkIdentity(sender: Sender, region: string, stage: string): Promise<Finding> {
  const found = await findIdentity(nameIdentity(sender), region);
  if (found?.VerifiedForSendingStatus === true) return ok(`The sender's identity is verified in ${region}.`);
  if (found !== undefined) {
    const status = found.VerificationStatus ?? 'no status';
    return fail(`The sender's identity is not verified in SES in ${region} (${status}).`, VERIFY_IDENTITY);
  }
  const missing = `The sender's identity does not exist in SES in ${region}`;
  const parent = await findVerifiedParent(sender, region);
  if (parent === undefined) return fail(`${missing}.`, CREATE_IDENTITY);
  const useParent = `Set ses.identity: '${parent}' in infra/stages/${stage}.ts.`;
  return fail(`${missing}, but the parent domain ${parent} is verified.`, useParent);
}

function findIdentity(EmailIdentity: string, region: string) {
  return findResource(createClient(SESv2Client, region).send(new GetEmailIdentityCommand({ EmailIdentity })));
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
