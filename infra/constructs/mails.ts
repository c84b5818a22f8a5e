/** A mail of the user pool, as its message template holds it: Cognito puts the code in place of each `{####}`. */
interface MailTemplate {
  subject: string;
  /** HTML. */
  body: string;
}

/**
 * The one mail for sign-up, a repeated code and a forgotten password: a user pool words them alike, so these words fit
 * each. The link fills the code in; which form it is for, the browser that asked remembers.
 */
export function codeMail(siteOrigin: string): MailTemplate {
  const link = `${siteOrigin}/auth?code={####}`;
  return {
    subject: 'Your Thumbforge code',
    body: [
      '<p>Your Thumbforge code is <b>{####}</b>.</p>',
      `<p><a href="${link}">Continue on Thumbforge</a></p>`,
      '<p>The link fills the code in for you. If you did not ask for it, ignore this message.</p>',
    ].join('\n'),
  };
}
