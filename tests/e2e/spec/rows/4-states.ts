import type { Section } from '../section.ts';

export const STATES: Section = {
  title: '4. States and transitions',
  rows: {
    '4.loading': 'Generator is idle or loading.',
    '4.loading.disabled':
      'While loading, the input, the Generate button and the example buttons are disabled',
    '4.loading.label': 'the button reads "Generating..." with a spinner',
    '4.loading.preview': 'the preview shows the spinner',
    '4.preview': 'Preview goes from empty to loading to image shown.',
    '4.out-of-credits.balance': 'Out-of-credits flag turns on when credits are 0 or less',
    '4.out-of-credits.server': 'or when the server says credits are insufficient',
    '4.history.appended': 'a new thumbnail is appended',
    '4.history.oldest-dropped': 'when this would exceed 4 entries the oldest is dropped',
    '4.history.full':
      'When the history already holds 4 and the user asks to generate, the Warning! dialog opens.',
    '4.history.continue': 'Continue proceeds with generation.',
    '4.history.cancel': 'Cancel closes it and shows the info message "Thumbnail generation cancelled."',
    '4.references.added': 'Reference images can be added (one entry per file)',
    '4.references.removed': 'removed one by one by position',
    '4.session.start': 'Session: loaded at start',
    '4.session.signed-in': 'follows auth state changes (signed in',
    '4.session.signed-out': 'signed out',
    '4.session.refreshed': 'token refreshed',
    '4.session.recovery': 'password recovery',
    '4.session.user-updated': 'user updated)',
    '4.session.credits': 'The home page reloads credits whenever a session appears.',
    '4.session.end': 'Sign-out leads to /auth.',
    '4.auth.sign-in-to-magic-link': 'sign_in links to magic_link (only if magic link is enabled)',
    '4.auth.sign-in-to-forgotten': 'sign_in links to … forgotten_password',
    '4.auth.sign-in-to-sign-up': 'sign_in links to … sign_up',
    '4.auth.sign-up-to-sign-in': 'sign_up links to sign_in',
    '4.auth.back-to-sign-in': 'the other views link back to sign_in',
    '4.auth.carry-over': 'Email and password typed are carried between sign_in and sign_up.',
    '4.auth.recovery': 'On a password-recovery event the view becomes update_password',
    '4.auth.updated': 'on a user-updated event it becomes sign_in',
    '4.auth.unconfirmed':
      'Sign-up: if a user is returned without a session, the text "Check your email for the confirmation link" is shown.',
    '4.auth.busy': 'Submit buttons show a loading label and are disabled while waiting.',
    '4.purchase.no-session': 'Purchase: with no session the user is told to sign in and sent to /auth.',
  },
};
