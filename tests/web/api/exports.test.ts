import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { exportFinished } from '../../../web/src/api/export-finished.ts';
import { downloadOriginals } from '../../../web/src/api/export-thumbnails.ts';
import { CUTOUT_LAYER, DESIGN } from '../../support/designs.ts';
import { readZip } from '../../support/read-zip.ts';
import { fakeFetch, json } from '../support/fake-api.ts';
import { fakeCanvas } from '../support/fake-canvas.ts';
import { imageUrl, storedThumbnail } from '../support/site.tsx';

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);
const WITHOUT_LAYERS = { layers: [], crop: 1 };

let drawn: unknown[][];

beforeEach(() => {
  drawn = fakeCanvas();
  vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 1_344, height: 768, close: vi.fn() }));
  vi.stubGlobal('FontFace', vi.fn());
  const value = { add: vi.fn(), delete: vi.fn(), load: () => Promise.resolve([]) };
  Object.defineProperty(document, 'fonts', { configurable: true, value });
  const toBlob = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((done) => done(new Blob([JPEG])));
  onTestFinished(() => toBlob.mockRestore());
});

const calls = (design: object) =>
  fakeFetch(({ url }) => {
    if (url === '/api/cutouts') return json({ cutouts: [] });
    return url.startsWith('/api/')
      ? json(storedThumbnail('a', { design: design as never }))
      : new Response('png');
  });

it('exports a thumbnail with its texts, named after its prompt', async () => {
  calls(DESIGN);

  const { name, blob } = await exportFinished([{ id: 'a' }]);

  expect(name).toBe('prompt-a-1280x720.jpg');
  expect(blob.type).toBe('image/jpeg');
  expect(drawn.filter(([method]) => method === 'fillText').map(([, text]) => text)).toContain('I BUILT');
});

it('reads the cut-outs only for a design that has one, and leaves out those that are deleted', async () => {
  const urls = async (design: object) => {
    const made = calls(design);
    await exportFinished([{ id: 'a' }]);
    return made.map(({ url }) => url).filter((url) => url.startsWith('/api/'));
  };

  expect(await urls(WITHOUT_LAYERS)).toEqual(['/api/thumbnails/a']);
  expect(await urls({ ...DESIGN, layers: [CUTOUT_LAYER] })).toEqual(['/api/thumbnails/a', '/api/cutouts']);
});

it('needs neither the font of a hidden text nor the image of a hidden cut-out', async () => {
  const load = () => Promise.reject(new Error('offline'));
  const value = { add: vi.fn(), delete: vi.fn(), load };
  Object.defineProperty(document, 'fonts', { configurable: true, value });
  const made = calls({
    ...DESIGN,
    layers: [...DESIGN.layers, CUTOUT_LAYER].map((layer) => ({ ...layer, hidden: true })),
  });

  expect((await exportFinished([{ id: 'a' }])).blob.type).toBe('image/jpeg');
  expect(made.map(({ url }) => url)).not.toContain('/api/cutouts');
});

it('draws the version that the design shows', async () => {
  const edit = {
    id: 'e',
    baseId: 'a',
    operation: { kind: 'upscale' as const },
    imageURL: 'https://images.example.com/e.jpg',
    width: 5_376,
    height: 3_072,
    createdAt: '2026-11-24T10:00:00.000Z',
  };
  const made = fakeFetch(({ url }) =>
    url.startsWith('/api/')
      ? json(storedThumbnail('a', { design: { ...WITHOUT_LAYERS, image: 'e' }, edits: [edit] }))
      : new Response('jpeg'),
  );

  await exportFinished([{ id: 'a' }]);

  expect(made.map(({ url }) => url)).toEqual(['/api/thumbnails/a', edit.imageURL]);
});

it('exports nothing if the version that the design shows is not known', async () => {
  calls({ ...WITHOUT_LAYERS, image: 'gone' });

  await expect(exportFinished([{ id: 'a' }])).rejects.toThrow('The connection was lost');
});

const namesIn = async ({ blob }: { blob: Blob }) => [...(await readZip(blob)).keys()];

it('downloads one original under the name of the specification, and several as a zip with their prompts', async () => {
  fakeFetch(({ url }) => new Response(`image of ${url}`));
  const castle = { id: 'a', url: imageUrl('a'), prompt: 'A castle' };
  const sea = { id: 'b', url: imageUrl('b'), prompt: 'The sea' };
  const one = await downloadOriginals([castle]);
  expect(one.name).toBe('thumbnail.png');
  expect(await one.blob.text()).toBe(`image of ${castle.url}`);

  const zip = await downloadOriginals([castle, sea, { id: 'c', url: imageUrl('c') }]);
  expect(zip.name).toBe('thumbnails.zip');
  expect(await namesIn(zip)).toEqual(['a-castle.png', 'the-sea.png', 'thumbnail.png']);
});

it('downloads the same version from its new URL when the URL has expired', async () => {
  const edit = {
    id: 'e',
    baseId: 'a',
    operation: { kind: 'erase' as const },
    imageURL: 'https://images.test/e.png?new',
    width: 1_344,
    height: 768,
    createdAt: '2026-11-24T10:00:00.000Z',
  };
  fakeFetch(({ url }) => {
    if (url.startsWith('/api/')) return json(storedThumbnail('a', { edits: [edit] }));
    return url.endsWith('?old') ? new Response('', { status: 403 }) : new Response(`image of ${url}`);
  });
  const download = async (url: string) => (await downloadOriginals([{ id: 'a', url }])).blob.text();

  expect(await download('https://images.test/e.png?old')).toBe(`image of ${edit.imageURL}`);
  expect(await download(`${imageUrl('a')}?old`)).toBe(`image of ${imageUrl('a')}`);
});

it('downloads a JPEG, which the largest version is, under a name that says so', async () => {
  fakeFetch(() => new Response('jpeg', { headers: { 'content-type': 'image/jpeg' } }));
  const large = { id: 'a', url: imageUrl('a'), prompt: 'A castle' };

  expect((await downloadOriginals([large])).name).toBe('thumbnail.jpg');
  expect(await namesIn(await downloadOriginals([large, large]))).toEqual(['a-castle.jpg', 'a-castle-2.jpg']);
});
