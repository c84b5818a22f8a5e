import { sendSupportMessageSchemas } from '#contract/endpoints/support-schemas.ts';
import * as z from 'zod/mini';
import { findSupportLevel } from '#contract/packs.ts';
import { SUPPORT_LEVELS, type SupportLevel } from '#contract/support.ts';
import { apiHandler } from './http/api-handler.ts';
import { listPacks, type User } from '../credits/ledger/users-table.ts';
import { enforceRateLimit } from '../platform/rate-limits/rate-limits.ts';
import { CodedError, InvalidRequestError } from '../platform/errors.ts';
import { readJpeg } from '../platform/jpeg.ts';
import { createMailer } from '../platform/send-email.ts';

const supportSettings = z.object({
  /** The sender, whose identity SES has verified. */
  from: z.string(),
  /** The address of the operator, who answers creators. */
  to: z.string(),
  /** The region of the verified identity. */
  region: z.string(),
  answerHours: z.record(z.enum(SUPPORT_LEVELS), z.int()),
});

/** The settings of support. Undefined in a stage without SES or without an address of support. */
const { SUPPORT } = process.env;
const settings = SUPPORT === undefined ? undefined : supportSettings.parse(JSON.parse(SUPPORT));

const sendEmail = settings && createMailer(settings);

/**
 * The share of a day's messages that accounts without a pack can send. A person with many free accounts can then not fill the mailbox of
 * support, and not keep customers from writing.
 */
const SHARE_WITHOUT_PACK = 0.5;

export interface SupportMessage {
  userId: string;
  user: User | undefined;
  /** The verified address of the user. The operator's answer goes to this address. */
  email: string | undefined;
  subject: string;
  message: string;
  requestIds: readonly string[];
  /** A JPEG in base64. */
  picture?: string | undefined;
}

/**
 * Sends a message to the operator.
 * @returns the support level of the account, and the answer time in hours.
 * @throws `not_found` in a stage that sends no messages; InvalidRequestError for an unusable picture; TooManyRequestsError; an error of SES.
 */
async function sendMessage(message: SupportMessage): Promise<{ level: SupportLevel; answerHours: number }> {
  if (settings === undefined || sendEmail === undefined) throw new CodedError('not_found');
  // A picture that is refused does not count as a message.
  const picture = message.picture === undefined ? undefined : readPicture(message.picture);
  await enforceRateLimit('supportMessages', message.userId);
  const packs = listPacks(message.user);
  const share = packs.length === 0 ? SHARE_WITHOUT_PACK : 1;
  await enforceRateLimit('allSupportMessages', 'all', { share });
  const level = findSupportLevel(packs);
  // The schema allows only a subject of one line.
  await sendEmail({
    to: settings.to,
    replyTo: message.email,
    subject: `[${level}] ${message.subject}`,
    text: composeText(level, message),
    attachment: picture && { name: 'picture.jpg', type: 'image/jpeg', content: picture },
  });
  return { level, answerHours: settings.answerHours[level] };
}

/** Returns the picture without any bytes after its end. @throws InvalidRequestError */
function readPicture(base64: string): Uint8Array {
  try {
    return readJpeg(Buffer.from(base64, 'base64')).image;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new InvalidRequestError(`picture must be a JPEG: ${problem}`, {
      params: { field: 'picture' },
      cause: error,
    });
  }
}

/** Composes the text. The message comes last, so that no line of the message can imitate a line of the product. */
function composeText(level: SupportLevel, { userId, message, requestIds }: SupportMessage): string {
  return [
    `Support level: ${level}`,
    `Account: ${userId}`,
    `Last failed requests: ${requestIds.join(', ') || 'none'}`,
    '',
    message,
  ].join('\n');
}

/** POST /api/support-messages: sends a message to the operator. A suspended account can also send a message. */
export const handler = apiHandler(
  'sendSupportMessage',
  sendSupportMessageSchemas,
  ({ userId, user, email, body }) => sendMessage({ userId, user, email, ...body }),
);
