import type { Section } from '../section.ts';

export const CALLS: Section = {
  title: '7. Calls made',
  rows: {
    '7.generate': 'Generate | Invocation of backend function generate-thumbnail',
    '7.generate.payload': '{prompt, userId, negativePrompt}',
    '7.generate.response':
      '{imageURL, generationId}, or an error whose message may be JSON with an error field',
    '7.credits':
      'Read credits | Read of users table, selecting credits where id equals the user id, single row | none | credits number',
    '7.checkout': 'Checkout | Invocation of server function create-stripe-checkout',
    '7.checkout.payload': "{priceId, userId} (the session user's id)",
    '7.checkout.redirect': '{checkoutUrl}; the browser is then redirected to it',
    '7.download': 'Download | Fetch of the image url, saved as thumbnail.png | none | image data',
    '7.sign-in': 'Password sign-in | Auth backend | email, password | session',
    '7.sign-up':
      'Sign-up | Auth backend | email, password, options (redirect address, optional extra data) | user, session',
    '7.magic-link': 'Magic link | One-time-password sign-in | email, redirect address',
    '7.reset': 'Password reset email | Auth backend | email, redirect address',
    '7.update': 'Update user | Auth backend | password',
    '7.verify':
      'Verify one-time code | Auth backend | email or phone, token, type (phone used for sms and phone_change; default type email)',
    '7.social':
      'Social sign-in | Auth backend | provider, redirect, scopes, query params (unused, no providers configured)',
    '7.session': 'Get session / subscribe / sign out | Auth backend | none | session or events',
  },
};
