import { type CodePurpose, issueCode } from './codes.ts';
import type { Client, Pool, User } from './pool.ts';
import { runCustomMessage } from './triggers.ts';
import { getEmail } from './users.ts';

export interface CodeDelivery {
  Destination: string;
  DeliveryMedium: 'EMAIL';
  AttributeName: 'email';
}

interface MessageTemplate {
  subject: string;
  /** The text of the e-mail, plain or HTML. */
  message: string;
}

/** Cognito's default text for a sign-in code. A pool without multi-factor sign-in cannot change this text. */
const SIGN_IN_TEMPLATE: MessageTemplate = {
  subject: 'Your authentication code',
  message: 'Your authentication code is {####}.',
};

/** The purpose of the code that each operation sends. */
const PURPOSES = {
  SignUp: 'signUp',
  ResendCode: 'signUp',
  ForgotPassword: 'resetPassword',
} as const satisfies Record<string, CodePurpose>;

/** Issues a code and sends it. The text comes from the CustomMessage trigger, or else from the pool, or else from Cognito's defaults. */
export async function sendCode(
  client: Client,
  user: User,
  clientMetadata: Record<string, string> | undefined,
  reason: keyof typeof PURPOSES,
): Promise<CodeDelivery> {
  const { pool } = client;
  const code = issueCode(pool, user.username, PURPOSES[reason]);
  const custom = await runCustomMessage(client, user, clientMetadata, reason);
  const { EmailSubject, EmailMessage } = pool.settings.VerificationMessageTemplate;
  return deliver(pool, user, code, {
    subject: custom.emailSubject ?? EmailSubject ?? 'Your verification code',
    message: custom.emailMessage ?? EmailMessage ?? 'Your confirmation code is {####}',
  });
}

/** Issues a code for a sign-in and sends it. */
export function sendSignInCode(pool: Pool, user: User): CodeDelivery {
  return deliver(pool, user, issueCode(pool, user.username, 'signIn'), SIGN_IN_TEMPLATE);
}

function deliver(pool: Pool, user: User, code: string, template: MessageTemplate): CodeDelivery {
  const to = getEmail(user);
  const message = template.message.replaceAll('{####}', code);
  const link = findFirstLink(message);
  // The code is saved before the e-mail is sent, because a code in a mailbox must survive a restart.
  pool.save();
  pool.options.deliver({
    to,
    subject: template.subject.replaceAll('{####}', code),
    text: convertHtmlToText(message),
    code,
    ...(link !== undefined && { link }),
  });
  return describeDelivery(to);
}

/** Describes the destination as a caller may see it: `a***@e***`. */
export function describeDelivery(email: string): CodeDelivery {
  const [name = '', domain = ''] = email.split('@');
  return {
    Destination: `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`,
    DeliveryMedium: 'EMAIL',
    AttributeName: 'email',
  };
}

const LINK = /<a\b[^>]*?\shref\s*=\s*(["'])(.*?)\1[^>]*>(.*?)<\/a\s*>/gis;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };

/** Returns the text of an HTML message, with the address of each link after its label. Returns plain text unchanged. */
export function convertHtmlToText(message: string): string {
  if (!/<[a-z][^>]*>/i.test(message)) return message;
  const text = message
    .replace(/\s+/g, ' ')
    .replace(LINK, (_all, _quote, href: string, label: string) =>
      label === href ? href : `${label} (${href})`,
    )
    .replace(/<br\b[^>]*>|<\/div>/gi, '\n')
    .replace(/<\/p>/gi, '\n\n')
    .replace(/<[^>]*>/g, '');
  return decodeEntities(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .trim();
}

function findFirstLink(message: string): string | undefined {
  const [link] = message.matchAll(LINK);
  return link?.[2] === undefined ? undefined : decodeEntities(link[2]);
}

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
