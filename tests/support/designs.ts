import type { Brand } from '#contract/design/brand.ts';
import type { CutoutLayer, Design, ShapeLayer, TextLayer } from '#contract/design/design.ts';

export const TEXT_LAYER: TextLayer = {
  kind: 'text',
  id: '3f1d7a52-8c0e-4b0a-9d57-0a4a6f0f5b11',
  name: 'Headline',
  x: 640,
  y: 200,
  width: 900,
  rotation: -4,
  text: 'I BUILT\nA CASTLE',
  font: 'anton',
  size: 140,
  weight: 400,
  color: '#ffffff',
  align: 'center',
  outline: { color: '#000000', width: 8 },
  shadow: { color: '#000000', blur: 20 },
  plate: { color: '#ff0000', opacity: 0.8, padding: 24 },
};

export const CUTOUT_LAYER: CutoutLayer = {
  kind: 'cutout',
  id: '9a0c2f64-57f3-4a0d-8a56-7f6a1b3c4d22',
  x: 1_000,
  y: 420,
  width: 480,
  rotation: 0,
  cutoutId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  flipped: true,
};

export const SHAPE_LAYER: ShapeLayer = {
  kind: 'shape',
  id: '1b2e4c8a-66d1-4c02-8f3a-2d9a7e5c6f33',
  shape: 'circle',
  x: 300,
  y: 300,
  width: 320,
  height: 240,
  rotation: 10,
  color: '#f43f5e',
  stroke: 16,
  opacity: 0.9,
  outline: { color: '#ffffff', width: 4 },
  shadow: { color: '#000000', blur: 12 },
};

export const DESIGN: Design = { layers: [TEXT_LAYER], crop: 0.5 };

export const BRAND: Brand = {
  colors: ['#ff0000', '#00ff88'],
  layouts: [
    { id: '5c0f4a7e-2d39-4e0b-8a51-9f6b7c1d2e44', name: 'Build videos', layers: [TEXT_LAYER, SHAPE_LAYER] },
  ],
};
