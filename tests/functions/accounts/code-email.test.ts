import type { CustomMessageTriggerEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler } from '../../../functions/events/compose-code-email.ts';
import { codeRequested } from '../support/cognito-event.ts';
import { FUNCTION_ENVIRONMENT } from '../../support/function-environment.ts';

type Source = CustomMessageTriggerEvent['triggerSource'];

async function compose(source: Source) {
  const { response } = await handler(codeRequested(source));
  return { subject: response.emailSubject ?? '', message: response.emailMessage ?? '' };
}

const CONFIRMATION = {
  subject: 'Confirm your email for Thumbforge',
  view: 'verify_otp',
  validity: 'Both work for 24 hours',
  disclaimer: 'If you did not sign up, ignore this email.',
};
const PASSWORD_RESET = {
  subject: 'Choose a new password for Thumbforge',
  view: 'update_password',
  validity: 'Both work for one hour',
  disclaimer: 'If you did not ask for it, ignore this email. Your password stays the same.',
};

describe.each<[Source, typeof CONFIRMATION]>([
  ['CustomMessage_SignUp', CONFIRMATION],
  ['CustomMessage_ResendCode', CONFIRMATION],
  ['CustomMessage_ForgotPassword', PASSWORD_RESET],
])('the e-mail of %s', (source, { subject, view, validity, disclaimer }) => {
  it('names its purpose, and says how long the code works and what to do with an unexpected e-mail', async () => {
    const email = await compose(source);

    expect(email.subject).toBe(subject);
    expect(email.message).toContain('Your code is <b>{####}</b>.');
    expect(email.message).toContain(validity);
    expect(email.message).toContain(disclaimer);
  });

  it('links to the form of its purpose, with the code and without the address', async () => {
    const { message } = await compose(source);

    expect(message.match(/href="[^"]*"/g)).toEqual([
      `href="${FUNCTION_ENVIRONMENT.SITE_URL}/auth?view=${view}&amp;code={####}"`,
    ]);
    expect(message).not.toContain('creator');
  });

  it('is accepted by Cognito', async () => {
    const email = await compose(source);

    // Cognito API reference, VerificationMessageTemplateType.
    expect(email.subject).toMatch(/^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]{1,140}$/u);
    expect(email.message).toMatch(/^[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*\{####\}[\p{L}\p{M}\p{S}\p{N}\p{P}\s]*$/u);
    expect(email.message.length).toBeLessThan(20_000);
  });

  it('keeps the rest of the event, which Cognito requires back', async () => {
    const event = codeRequested(source);
    const { response, ...rest } = await handler(event);

    expect({ ...rest, response: event.response }).toEqual(event);
    expect(response.smsMessage).toBeNull();
  });
});

it.each<Source>([
  'CustomMessage_AdminCreateUser',
  'CustomMessage_UpdateUserAttribute',
  'CustomMessage_VerifyUserAttribute',
  'CustomMessage_Authentication',
])('The e-mail of %s keeps the text of the user pool', async (source) => {
  const event = codeRequested(source);

  expect(await handler(event)).toEqual(codeRequested(source));
});
