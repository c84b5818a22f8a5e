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
  /** Plain text or HTML. */
  message: string;
}

/** Cognito's own text, which a pool cannot change without multi-factor sign-in. */
const SIGN_IN_TEMPLATE: MessageTemplate = {
  subject: 'Your authentication code',
  message: 'Your authentication code is {####}.',
};

/** The code that each operation sends. */
const PURPOSES = {
  SignUp: 'signUp',
  ResendCode: 'signUp',
  ForgotPassword: 'resetPassword',
} as const satisfies Record<string, CodePurpose>;

/** Issues a code and sends it, with the text of the CustomMessage trigger, or of the pool, or else of Cognito. */
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
  // The code is saved before the e-mail leaves: a code in a mailbox must survive a restart.
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

/** The destination as a caller may see it: `a***@e***`. */
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

/** The text of an HTML message, with the address of each link after its label. Plain text is returned unchanged. */
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
