import type { Section } from '../section.ts';

export const VALIDATION: Section = {
  title: '5. Validation rules',
  rows: {
    '5.prompt.blank': 'Generate is disabled when the prompt is empty or whitespace only',
    '5.prompt.loading': 'or while loading',
    '5.prompt.nothing': 'submitting then does nothing',
    '5.session':
      'Generating requires a signed-in session; otherwise the message "Please sign in to generate a thumbnail." is shown and the user goes to /auth.',
    '5.credits': 'Generating requires credits above 0.',
    '5.negative-prompt': 'The negative prompt is free text, no bound shown.',
    '5.prompt.length': 'No prompt length limit is shown.',
    '5.references.type': 'The file picker accepts only image types and multiple files.',
    '5.references.bounds': 'No size or count limit is shown.',
    '5.magic-link.empty': 'Magic link: an empty email gives the empty-email-address message',
    '5.email-type': 'Email fields use the email input type.',
    '5.password': 'Password strength or length: no client-side rule shown; backend errors are displayed.',
  },
};
