import { type CodePurpose, issueCode } from './codes.ts';
import { firstLink, htmlToText } from './html-to-text.ts';
import type { Client, Pool } from './pool.ts';
import type { User } from './store.ts';
import { customMessage } from './triggers.ts';
import { emailOf } from './users.ts';

export interface CodeDelivery {
  Destination: string;
  DeliveryMedium: 'EMAIL';
  AttributeName: 'email';
}

interface Errand {
  purpose: CodePurpose;
  /** The second half of CustomMessage's trigger source. */
  reason:
    | 'SignUp'
    | 'ResendCode'
    | 'ForgotPassword'
    | 'UpdateUserAttribute'
    | 'VerifyUserAttribute'
    | 'Authentication';
  /** @default the user's own address */
  to?: string;
  clientMetadata?: Record<string, string> | undefined;
}

/** Issues a code and mails it, in the words of CustomMessage, else of the pool, else of Cognito. */
export async function mailCode(client: Client, user: User, errand: Errand): Promise<CodeDelivery> {
  const { pool } = client;
  const to = errand.to ?? emailOf(user);
  const code = issueCode(pool, user.username, errand.purpose);
  const custom = await customMessage(client, user, errand.clientMetadata, errand.reason);
  const own = wordsOf(pool, errand.purpose);
  const subject = custom?.emailSubject ?? own.subject;
  const message = (custom?.emailMessage ?? own.message).replaceAll('{####}', code);
  const link = firstLink(message);
  // Before the mail leaves: a code in somebody's mailbox must survive this process.
  pool.save();
  pool.world.deliver({
    to,
    subject: subject.replaceAll('{####}', code),
    text: htmlToText(message),
    code,
    ...(link !== undefined && { link }),
  });
  return deliveryTo(to);
}

/** What a caller may know of where a code went: `a***@e***`. */
export function deliveryTo(email: string): CodeDelivery {
  const [name = '', domain = ''] = email.split('@');
  return {
    Destination: `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`,
    DeliveryMedium: 'EMAIL',
    AttributeName: 'email',
  };
}

function wordsOf(pool: Pool, purpose: CodePurpose): { subject: string; message: string } {
  const { properties } = pool;
  if (purpose === 'signIn') {
    return { subject: 'Your authentication code', message: 'Your authentication code is {####}.' };
  }
  const template = properties.VerificationMessageTemplate;
  return {
    subject: template.EmailSubject ?? properties.EmailVerificationSubject ?? 'Your verification code',
    message:
      template.EmailMessage ?? properties.EmailVerificationMessage ?? 'Your confirmation code is {####}',
  };
}
