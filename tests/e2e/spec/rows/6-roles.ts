import type { Section } from '../section.ts';

export const ROLES: Section = {
  title: '6. Roles and permissions',
  rows: {
    '6.visitor.views': 'Visitor (not signed in): can view pages',
    '6.visitor.no-generation': 'but cannot generate',
    '6.visitor.no-purchase': 'or buy credits',
    '6.creator.generates': 'Signed-in user: can generate while credits remain',
    '6.creator.buys': 'buy credits',
    '6.creator.signs-out': 'and sign out',
    '6.public-key':
      'The embedded backend key is a public anonymous-role key ({key}). No other roles are shown.',
  },
};
