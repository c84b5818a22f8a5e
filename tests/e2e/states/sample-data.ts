import { Resvg } from '@resvg/resvg-js';
import type { Page } from '@playwright/test';
import type { PurchaseSummary } from '#contract/endpoints/purchase-schemas.ts';
import { mockResponse } from '../support/network.ts';

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

/** The purchases of a creator: one purchase for each state that looks different. */
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

/** Two cut-outs with a transparent background: a person and a cup. */
export const CUTOUTS = [
  drawCutout(
    'person',
    '<path fill="#1f4f5c" d="M60 600c10-130 90-190 190-190s180 60 190 190z"/><ellipse cx="250" cy="240" rx="130" ry="170" fill="#e3a878"/><path fill="#2a1a14" d="M115 230c0-240 270-240 270 0-40-90-230-90-270 0z"/><circle cx="205" cy="240" r="14"/><circle cx="295" cy="240" r="14"/><ellipse cx="250" cy="325" rx="32" ry="40" fill="#4b1f1a"/>',
  ),
  drawCutout(
    'cup',
    '<path fill="none" stroke="#f59e0b" stroke-width="44" d="M370 250c130-20 130 200-20 190"/><path fill="#f59e0b" d="M80 170h310l-30 360q-125 40-250 0z"/><ellipse cx="235" cy="170" rx="155" ry="42" fill="#4b2a17"/>',
  ),
] as const;

/** Draws an image of another shape, with so much detail that its PNG is larger than 2 MB. The drawing takes 0.4 s. */
export function drawDetailedImage(): Buffer {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1024">
    <filter id="noise" x="0" y="0" width="1" height="1"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="4"/></filter>
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#12264f"/><stop offset="1" stop-color="#ffb56b"/></linearGradient>
    <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="920" cy="520" r="210" fill="#fff1c9"/>
    <rect width="100%" height="100%" filter="url(#noise)" opacity="0.9"/>
  </svg>`;
  return new Resvg(svg).render().asPng();
}

function drawCutout(name: string, shapes: string) {
  const [width, height] = [500, 600];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  return { name, width, height, image: new Resvg(svg).render().asPng() };
}

function drawImage(name: string, [width, height]: [number, number], [ground, light]: [string, string]) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="${ground}"/>
    <circle cx="60%" cy="45%" r="${height / 4}" fill="${light}"/>
  </svg>`;
  return { name, mimeType: 'image/png', buffer: new Resvg(svg).render().asPng() };
}

/** Accepts an upload like the API. The upload goes to the site itself, because the content security policy allows it. */
export const UPLOAD = '/api/reference-images';
export const PUT = '/uploads/1';
export const mockUpload = (page: Page) =>
  mockResponse(page, UPLOAD, { id: 'upload-1', upload: { url: PUT, headers: {} } });
