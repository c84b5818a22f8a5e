import { sendSupportMessageSchemas } from '../contract/support-schemas.ts';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import * as z from 'zod/mini';
import { findSupportLevel } from '../contract/packs.ts';
import { SUPPORT_LEVELS, type SupportLevel } from '../contract/support.ts';
import { apiHandler } from './http/api-handler.ts';
import { listPacks, type User } from './ledger/users-table.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { CodedError } from './shared/errors.ts';

const supportSettings = z.object({
  /** The sender, whose identity SES has verified. */
  from: z.string(),
  /** Who answers creators. */
  to: z.string(),
  /** Of the verified identity. */
  region: z.string(),
  answerHours: z.record(z.enum(SUPPORT_LEVELS), z.int()),
});

/** Undefined in a stage without SES or without an address of support. */
const { SUPPORT } = process.env;
const settings = SUPPORT === undefined ? undefined : supportSettings.parse(JSON.parse(SUPPORT));

// The creator waits for the answer. A second attempt after a lost response sends the message twice, which loses nothing.
const ses = new SESv2Client({
  ...(settings && { region: settings.region }),
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
});

/**
 * The share of a day's messages that accounts without a pack can send. One person with many free accounts can then neither fill
 * the mailbox of support nor keep customers from writing.
 */
const SHARE_WITHOUT_PACK = 0.5;

export interface SupportMessage {
  userId: string;
  user: User | undefined;
  /** The verified address of the user, who gets the operator's answer there. */
  email: string | undefined;
  subject: string;
  message: string;
  requestIds: readonly string[];
}

/**
 * Sends a message to the operator.
 * @returns the level of the account, and in how many hours it gets an answer.
 * @throws `not_found` in a stage that sends no messages; TooManyRequestsError; an error of SES.
 */
async function sendMessage(message: SupportMessage): Promise<{ level: SupportLevel; answerHours: number }> {
  if (settings === undefined) throw new CodedError('not_found');
  await enforceRateLimit('supportMessages', message.userId);
  const packs = listPacks(message.user);
  const share = packs.length === 0 ? SHARE_WITHOUT_PACK : 1;
  await enforceRateLimit('allSupportMessages', 'all', { share });
  const level = findSupportLevel(packs);
  await ses.send(
    new SendEmailCommand({
      FromEmailAddress: settings.from,
      Destination: { ToAddresses: [settings.to] },
      ...(message.email !== undefined && { ReplyToAddresses: [message.email] }),
      // SES makes the headers from these fields and encodes them. The schema allows a subject of one line only.
      Content: {
        Simple: {
          Subject: { Data: `[${level}] ${message.subject}`, Charset: 'UTF-8' },
          Body: { Text: { Data: composeText(level, message), Charset: 'UTF-8' } },
        },
      },
    }),
  );
  return { level, answerHours: settings.answerHours[level] };
}

/** The message comes last, so that no line of it can pass for one of ours. */
function composeText(level: SupportLevel, { userId, message, requestIds }: SupportMessage): string {
  return [
    `Support level: ${level}`,
    `Account: ${userId}`,
    `Last failed requests: ${requestIds.join(', ') || 'none'}`,
    '',
    message,
  ].join('\n');
}

/** POST /api/support-messages: sends a message to the operator, also for a suspended account. */
export const handler = apiHandler(
  'sendSupportMessage',
  sendSupportMessageSchemas,
  ({ userId, user, email, body }) => sendMessage({ userId, user, email, ...body }),
);
