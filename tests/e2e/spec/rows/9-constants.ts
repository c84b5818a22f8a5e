import type { Section } from '../section.ts';

export const CONSTANTS: Section = {
  title: '9. Business constants and limits',
  rows: {
    '9.history': 'History holds at most 4 thumbnails.',
    '9.toast': 'Out-of-credits toast lasts 5000 ms.',
    '9.file-name': 'Downloaded file name: thumbnail.png.',
    '9.packs': 'Pack sizes 10, 25, 50 credits at £3.50, £7.00, £10.00.',
    '9.preview': 'Preview aspect ratio 16:9.',
    '9.auth-card': 'Auth card maximum width about 28rem.',
  },
};
