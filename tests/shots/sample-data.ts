import { Resvg } from '@resvg/resvg-js';
import type { PurchaseSummary } from '../../contract/schemas.ts';

const purchase = (id: string, more: Partial<PurchaseSummary>): PurchaseSummary => ({
  id,
  pack: 'Pro',
  credits: 25,
  amount: 700,
  currency: 'gbp',
  state: 'paid',
  createdAt: '2026-11-12T10:00:00.000Z',
  receiptUrl: 'https://receipts.example.com/1',
  ...more,
});

/** What a creator bought: one purchase of each state that looks different. */
export const SAMPLE_PURCHASES: readonly PurchaseSummary[] = [
  { ...purchase('4', { createdAt: '2026-11-20T09:30:00.000Z', state: 'pending' }), receiptUrl: undefined },
  purchase('3', { pack: 'Elite', credits: 50, amount: 1_000 }),
  purchase('2', {
    pack: 'Starter',
    credits: 10,
    amount: 350,
    state: 'partly_refunded',
    createdAt: '2026-10-02T10:00:00.000Z',
  }),
  purchase('1', { state: 'unmatched', createdAt: '2026-09-21T10:00:00.000Z' }),
];

/** Three reference images of different shapes. */
export const REFERENCES = [
  drawImage('face.png', [600, 800], ['#7c2d12', '#f59e0b']),
  drawImage('background.png', [1280, 720], ['#134e4a', '#22d3ee']),
  drawImage('style.png', [800, 800], ['#4c0519', '#f472b6']),
] as const;

function drawImage(name: string, [width, height]: [number, number], [ground, light]: [string, string]) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>
    <circle cx="60%" cy="45%" r="${height / 4}" fill="${light}"/>
  </svg>`;
  return { name, mimeType: 'image/png', buffer: new Resvg(svg).render().asPng() };
}
