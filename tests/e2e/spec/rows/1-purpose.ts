import type { Section } from '../section.ts';

export const PURPOSE: Section = {
  title: '1. What the product does and for whom',
  rows: {
    '1.tagline': 'The tagline is "AI Thumbnail Generator".',
    '1.idea-to-image':
      'A user types a thumbnail idea (or a video-channel or video reference) and presses Generate to get an image.',
    '1.negative-prompt': 'A signed-in user may add a negative prompt listing properties to avoid.',
    '1.costs-credits': 'Each generation costs credits.',
    '1.buys-credits': 'Users buy more credits in packs through a card payment provider.',
    '1.landing-copy':
      'The landing copy promises AI-powered, fast generation and style copying from a video link.',
    '1.references': 'Reference images (face, background or style) can be chosen on the generator screen.',
    '1.references-stay': 'They are held only on the screen and are not sent anywhere.',
  },
};
