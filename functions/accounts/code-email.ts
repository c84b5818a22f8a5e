import type { CustomMessageTriggerEvent } from 'aws-lambda';

interface CodeEmail {
  subject: string;
  /** The form on the sign-in page that the link opens. */
  view: 'verify_otp' | 'update_password';
  introduction: string;
  linkText: string;
  /** The validity of the code (Amazon Cognito developer guide, "Quotas", "Code validity"). */
  validity: string;
  /** A sentence for a reader who did not ask for the code. */
  disclaimer: string;
}

const CONFIRMATION: CodeEmail = {
  subject: 'Confirm your email for Thumbforge',
  view: 'verify_otp',
  introduction: 'Confirm your email to finish signing up for Thumbforge.',
  linkText: 'Confirm your email',
  validity: '24 hours',
  disclaimer: 'If you did not sign up, ignore this email. Without the code, no account is opened.',
};

const PASSWORD_RESET: CodeEmail = {
  subject: 'Choose a new password for Thumbforge',
  view: 'update_password',
  introduction: 'Choose a new password for your Thumbforge account.',
  linkText: 'Choose a new password',
  validity: 'one hour',
  disclaimer: 'If you did not ask for it, ignore this email. Your password stays the same.',
};

const EMAILS: Partial<Record<CustomMessageTriggerEvent['triggerSource'], CodeEmail>> = {
  CustomMessage_SignUp: CONFIRMATION,
  CustomMessage_ResendCode: CONFIRMATION,
  CustomMessage_ForgotPassword: PASSWORD_RESET,
};

/**
 * Sets the subject and the HTML of an e-mail with a code. The link names the form, so that the link also works on a device that did not
 * request the code. The link contains no e-mail address, because URLs are kept in histories and logs.
 * @returns the unchanged event if this module has no text for the e-mail. Cognito then sends the template of the user pool.
 */
export function composeCodeEmail(
  event: CustomMessageTriggerEvent,
  siteUrl: string,
): CustomMessageTriggerEvent {
  const email = EMAILS[event.triggerSource];
  if (email === undefined) return event;
  // Cognito replaces the placeholder after this function, so this function never sees a code.
  const { codeParameter: code } = event.request;
  const emailMessage = [
    `<p>${email.introduction}</p>`,
    `<p><a href="${siteUrl}/auth?view=${email.view}&amp;code=${code}">${email.linkText}</a></p>`,
    `<p>Your code is <b>${code}</b>. The link fills it in for you. Both work for ${email.validity}, or until a newer code is sent.</p>`,
    `<p>${email.disclaimer}</p>`,
  ].join('\n');
  return { ...event, response: { ...event.response, emailSubject: email.subject, emailMessage } };
}
