import { type CodePurpose, issueCode } from './codes.ts';
import type { Pool } from './pool.ts';
import type { User } from './user-store.ts';
import { getEmail } from './users.ts';

export interface CodeDelivery {
  Destination: string;
  DeliveryMedium: 'EMAIL';
  AttributeName: 'email';
}

/** Issues a code and sends it, with the text of the pool or else of Cognito. */
export function sendCode(pool: Pool, user: User, purpose: CodePurpose): CodeDelivery {
  const to = getEmail(user);
  const code = issueCode(pool, user.username, purpose);
  const template = getTemplate(pool, purpose);
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

function getTemplate({ settings }: Pool, purpose: CodePurpose): { subject: string; message: string } {
  if (purpose === 'signIn') {
    return { subject: 'Your authentication code', message: 'Your authentication code is {####}.' };
  }
  const { EmailSubject, EmailMessage } = settings.VerificationMessageTemplate;
  return {
    subject: EmailSubject ?? 'Your verification code',
    message: EmailMessage ?? 'Your confirmation code is {####}',
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
