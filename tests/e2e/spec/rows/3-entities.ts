import type { Section } from '../section.ts';

export const ENTITIES: Section = {
  title: '3. Entities and their fields',
  rows: {
    '3.user-record': 'User record (users table): id, credits (number).',
    '3.history-entry': 'Thumbnail history entry: id (the generation id), url.',
    '3.generation-request': 'Generation request: prompt, userId, negativePrompt.',
    '3.generation-response': 'Generation response: imageURL, generationId.',
    '3.reference-image': 'Reference image: a locally read data-URL string, one entry per chosen file.',
    '3.session': 'Session: user (with id) and session, supplied by the authentication backend.',
    '3.sign-up': 'Sign-up can carry extra data on the user.',
    '3.verification': 'One-time-code verification takes email or phone, token and type.',
    '3.storage.prompt': 'Browser storage keys: currentPrompt (the current prompt)',
    '3.storage.history': 'thumbnailHistory (the history)',
    '3.storage.blob-loading':
      'History entries whose url is a temporary blob address are dropped when loading',
    '3.storage.blob-saving': 'and when saving',
    '3.pack.starter':
      'Starter | 10 | £3.50 … 10 thumbnail generations; Access to all AI models; Standard support',
    '3.pack.pro':
      'Pro | 25 | £7.00 … 25 thumbnail generations; Access to all AI models; Priority support; Early access to new features',
    '3.pack.elite':
      'Elite | 50 | £10.00 … 50 thumbnail generations; Access to all AI models; 24/7 dedicated support; Custom integrations',
    '3.pack.price-id': 'payment provider price identifier (value not shown)',
  },
};
