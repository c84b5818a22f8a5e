import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { downloadOriginals, exportThumbnails } from '../../../web/src/api/export-thumbnails.ts';
import { fakeFetch, json } from '../support/fake-api.ts';

const url = (id: string) => `https://images.test/${id}.png`;
const CASTLE = { id: 'a', url: url('a'), prompt: 'A castle' };
const SEA = { id: 'b', url: url('b'), prompt: 'The sea' };
const WITHOUT_PROMPT = { id: 'c', url: url('c') };

/** The start of a JPEG, an empty comment and its end. */
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);

/** The names in a zip, in the order of its directory. */
function zippedNames(zip: Buffer): string[] {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 1))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  return names;
}

const namesIn = async ({ blob }: { blob: Blob }) => zippedNames(Buffer.from(await blob.arrayBuffer()));

beforeEach(() => {
  fakeFetch(({ url: requested }) => new Response(`image of ${requested}`));
});

describe('the originals of thumbnails', () => {
  it('are one file with the name of the specification', async () => {
    const { name, blob } = await downloadOriginals([CASTLE]);

    expect(name).toBe('thumbnail.png');
    expect(await blob.text()).toBe(`image of ${CASTLE.url}`);
  });

  it('are a zip of files that are named after their prompts', async () => {
    const zip = await downloadOriginals([CASTLE, SEA, WITHOUT_PROMPT]);

    expect(zip.name).toBe('thumbnails.zip');
    expect(await namesIn(zip)).toEqual(['a-castle.png', 'the-sea.png', 'thumbnail.png']);
  });

  it('are downloaded from a new URL when the first one has expired', async () => {
    const calls = fakeFetch(({ url: requested }) => {
      if (requested === CASTLE.url) return new Response('expired', { status: 403 });
      return requested.startsWith('/api/') ? json({ url: url('new') }) : new Response('image');
    });

    expect(await (await downloadOriginals([CASTLE])).blob.text()).toBe('image');
    expect(calls.map((call) => call.url)).toEqual([CASTLE.url, '/api/thumbnails/a', url('new')]);
  });

  it('cannot be downloaded when the new URL fails, too', async () => {
    fakeFetch(({ url: requested }) =>
      requested.startsWith('/api/') ? json({ url: url('new') }) : new Response('gone', { status: 404 }),
    );

    await expect(downloadOriginals([CASTLE])).rejects.toThrow('The image request failed with status 404');
  });
});

describe('the export of thumbnails for YouTube', () => {
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', () =>
      Promise.resolve({ width: 1_344, height: 768, close: () => undefined }),
    );
    const context = { drawImage: () => undefined };
    const spies = [
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never),
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob([JPEG]))),
    ];
    onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  });

  it('is one JPEG that is named after its prompt', async () => {
    const { name, blob } = await exportThumbnails([CASTLE]);

    expect(name).toBe('a-castle-1280x720.jpg');
    expect(blob.type).toBe('image/jpeg');
  });

  it('is a zip of several JPEGs', async () => {
    const zip = await exportThumbnails([CASTLE, WITHOUT_PROMPT]);

    expect(zip.name).toBe('thumbnails.zip');
    expect(await namesIn(zip)).toEqual(['a-castle-1280x720.jpg', 'thumbnail-1280x720.jpg']);
  });
});
