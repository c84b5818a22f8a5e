/** An e-mail template of a user pool. Cognito replaces each `{####}` by the code. */
interface EmailTemplate {
  subject: string;
  /** HTML. */
  body: string;
}

/**
 * The e-mail with a code when the function compose-code-email sets no text. A user pool uses the same template for
 * sign-up, a resent code and a password reset, so the text fits all three. The link fills in the code; the browser that
 * requested the code knows which form it is for, and another browser asks.
 */
export function createCodeEmail(siteOrigin: string): EmailTemplate {
  const link = `${siteOrigin}/auth?code={####}`;
  return {
    subject: 'Your Thumbforge code: confirm your email or set a password',
    body: [
      '<p>Your Thumbforge code is <b>{####}</b>. It confirms your email, or sets a new password if you asked for one.</p>',
      `<p><a href="${link}">Continue on Thumbforge</a></p>`,
      '<p>The link fills the code in for you. If you did not ask for it, ignore this message.</p>',
    ].join('\n'),
  };
}
