import { expect, it, vi } from 'vitest';
import type { Design } from '#contract/design/design.ts';
import { detectFaces } from '../../../../web/src/features/finish/editor/detect-faces.ts';
import { createShapeLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import type { Rect } from '../../../../web/src/lib/render/finished-image.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const FACE = { x: 100, y: 80, width: 200, height: 240 };
const image = Object.assign(document.createElement('canvas'), { width: 1_280, height: 720 });

const detect = (design: Design) =>
  new Promise<readonly Rect[] | undefined>((resolve) => {
    detectFaces({ image, design, cutouts: new Map() }, resolve);
  });

const stubDetector = (find: (canvas: HTMLCanvasElement) => Promise<unknown>) => {
  const look = vi.fn(find);
  vi.stubGlobal(
    'FaceDetector',
    class {
      detect = look;
    },
  );
  return look;
};

it('reports that nothing has looked for faces in a browser that cannot', async () => {
  expect(await detect({ layers: [], crop: 0.1 })).toBeUndefined();
  fakeCanvas();
  stubDetector(() => Promise.reject(new DOMException('No detector', 'NotSupportedError')));
  expect(await detect({ layers: [], crop: 0.2 })).toBeUndefined();
});

it('looks for faces in the picture without its words and shapes, once for each picture', async () => {
  const drawn = fakeCanvas();
  const look = stubDetector(() => Promise.resolve([{ boundingBox: FACE, landmarks: [] }]));

  expect(await detect({ layers: [], crop: 0.3 })).toEqual([FACE]);
  drawn.splice(0);
  expect(await detect({ layers: [createShapeLayer('box')], crop: 0.3 })).toEqual([FACE]);
  expect([look.mock.calls.length, drawn]).toEqual([1, []]);

  await detect({ layers: [], crop: 0.4 });
  expect(look).toHaveBeenCalledTimes(2);
});
