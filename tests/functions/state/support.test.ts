import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIMITS } from '#contract/limits.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { JPEGS } from '../../support/jpegs.ts';
import { callEndpoint } from '../support/endpoint.ts';
import { invalidRequest, UNEXPECTED_ERROR } from '../support/event.ts';
import { captureLogs } from '../support/logs.ts';
import * as db from './support/database.ts';
import { prepareEmails, ses } from './support/services.ts';

const MESSAGE = {
  subject: 'A question',
  message: 'How do I start?\n\nAda',
  requestIds: ['3f0c-1', '3f0c-2'],
};
const VERIFIED = { email: 'ada@example.com', email_verified: 'true' };

let user: string;

beforeEach(async () => {
  prepareEmails();
  user = db.newUser();
  await db.putUser(user, 3);
});
afterEach(() => {
  ses.reset();
});

const send = (changes: object = {}, claims: Record<string, string> = VERIFIED) =>
  callEndpoint('sendSupportMessage', user, { claims, body: { ...MESSAGE, ...changes } });
const sentEmails = () => ses.commandCalls(SendEmailCommand).map(({ args: [{ input }] }) => input);

describe('the messages of all users in a day', () => {
  const limit = RATE_LIMITS.allSupportMessages.maximum;
  const refused = {
    status: 429,
    headers: { 'retry-after': '3600' },
    body: { code: 'too_many_requests', params: { reason: 'allSupportMessages' } },
  };
  const putCount = (requests: number) =>
    db.putItem('rateLimits', {
      subject: 'allSupportMessages#all',
      window: '2026-11-22T00:00:00.000Z',
      requests,
    });

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T23:00:00Z') });
  });

  it('are limited, with half of them for accounts without a pack', async () => {
    await putCount(limit / 2 - 1);
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject(refused);

    await db.putUser(user, 3, { packs: { starter: 10 } });
    expect((await send()).status).toBe(200);
    await putCount(limit - 1);
    expect((await send()).status).toBe(200);
    expect(await send()).toMatchObject(refused);
    expect(sentEmails()).toHaveLength(3);
  });
});

describe('a message to support', () => {
  it('reaches the operator, who can answer it, with the account and what failed last', async () => {
    expect(await send()).toMatchObject({ status: 200, body: { level: 'standard', answerHours: 72 } });

    expect(sentEmails()).toEqual([
      {
        FromEmailAddress: 'no-reply@thumbforge.example.com',
        Destination: { ToAddresses: ['support@example.com'] },
        ReplyToAddresses: ['ada@example.com'],
        Content: {
          Simple: {
            Subject: { Data: '[standard] A question', Charset: 'UTF-8' },
            Body: {
              Text: {
                Data: `Support level: standard\nAccount: ${user}\nLast failed requests: 3f0c-1, 3f0c-2\n\nHow do I start?\n\nAda`,
                Charset: 'UTF-8',
              },
            },
          },
        },
      },
    ]);
  });

  it.each([
    [{}, 'standard', 72],
    [{ starter: 10 }, 'standard', 72],
    [{ starter: 10, pro: 25 }, 'priority', 24],
    [{ pro: 25, elite: 1 }, 'dedicated', 4],
    [{ pro: 25, elite: 0 }, 'priority', 24],
  ])('of an account with the packs %j has the level %s', async (packs, level, answerHours) => {
    user = db.newUser();
    await db.putUser(user, 3, { packs });

    expect((await send()).body).toEqual({ level, answerHours });
    expect(sentEmails()[0]?.Content?.Simple?.Subject?.Data).toBe(`[${level}] A question`);
  });

  it('has no address for the answer if the address of the user is not verified', async () => {
    await send({ requestIds: [] }, { email: 'ada@example.com', email_verified: 'false' });

    expect(sentEmails()[0]).not.toHaveProperty('ReplyToAddresses');
    expect(sentEmails()[0]?.Content?.Simple?.Body?.Text?.Data).toContain('Last failed requests: none\n');
  });

  it('has its picture as an attachment, without what follows the end of the JPEG', async () => {
    const withTail = Buffer.concat([JPEGS.baseline, Buffer.from('<script>')]);

    expect((await send({ picture: withTail.toString('base64') })).status).toBe(200);

    expect(sentEmails()[0]?.Content?.Simple?.Attachments).toEqual([
      {
        FileName: 'picture.jpg',
        ContentType: 'image/jpeg',
        ContentTransferEncoding: 'BASE64',
        RawContent: JPEGS.baseline,
      },
    ]);
  });

  it('with the largest picture is smaller than the largest request, and a refused picture does not count', async () => {
    const limit = RATE_LIMITS.supportMessages.maximum;
    const rest = Buffer.alloc(LIMITS.supportPictureBytes - JPEGS.baseline.length);
    const picture = Buffer.concat([JPEGS.baseline, rest]).toString('base64');

    for (let attempt = 0; attempt < limit; attempt += 1) {
      expect((await send({ picture: 'AAAA' })).status).toBe(400);
    }
    const message = 'ü'.repeat(LIMITS.supportMessageLength);
    expect((await send({ message, picture })).body).toEqual({ level: 'standard', answerHours: 72 });
  });

  it('writes nothing of its picture into the log when SES refuses it', async () => {
    const picture = JPEGS.baseline.toString('base64');
    ses.on(SendEmailCommand).rejects(new Error('Sending paused.'));

    const logs = captureLogs();

    await send({ picture });

    expect(logs.text()).not.toBe('');
    expect(logs.text()).not.toContain(picture.slice(0, 40));
  });

  it.each([
    [{ subject: 'Hi\r\nBcc: everyone@example.com' }, 'subject must be one line', 'subject'],
    [{ subject: 'Hi\rBcc: everyone@example.com' }, 'subject must not contain control characters', 'subject'],
    [{ subject: 'Hi\nBcc: everyone@example.com' }, 'subject must be one line', 'subject'],
    [{ subject: ' ' }, 'subject must not be empty', 'subject'],
    [{ subject: 'x'.repeat(121) }, 'subject must be at most 120 characters', 'subject'],
    [{ message: '\n' }, 'message must not be empty', 'message'],
    [{ message: 'a\u0000b' }, 'message must not contain control characters', 'message'],
    [{ message: 'x'.repeat(4_001) }, 'message must be at most 4000 characters', 'message'],
    [{ requestIds: ['a\r\nBcc: b'] }, 'requestIds must be ids of requests', 'requestIds.0'],
    [{ requestIds: Array(6).fill('id') }, 'requestIds must have at most 5', 'requestIds'],
    [{ picture: 'AAAA' }, 'picture must be a JPEG: not a JPEG', 'picture'],
    [{ picture: 'data:image/jpeg;base64,AAAA' }, 'picture must be base64', 'picture'],
    [{ picture: 'AAAA'.repeat(333_335) }, 'picture must be at most 1000000 bytes', 'picture'],
  ])('with %.60j is refused, and adds no header', async (changes, problem, field) => {
    expect(await send(changes)).toMatchObject({ status: 400, body: invalidRequest(problem, field) });
    expect(sentEmails()).toEqual([]);
  });

  it('is sent from the region whose SES has verified the sender', async () => {
    await send();

    const clients = ses.commandCalls(SendEmailCommand).map(({ thisValue }) => thisValue as SESv2Client);
    expect(await Promise.all(clients.map(({ config }) => config.region()))).toEqual(['us-east-1']);
  });

  it('that SES does not take is reported as not sent', async () => {
    ses.on(SendEmailCommand).rejects(new Error('Sending paused.'));

    expect(await send()).toMatchObject(UNEXPECTED_ERROR);
  });
});
