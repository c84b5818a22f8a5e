import { beforeEach, describe, expect, it } from 'vitest';
import { downloadOriginals } from '../../../web/src/api/export-thumbnails.ts';
import { fakeFetch } from '../support/fake-api.ts';

const url = (id: string) => `https://images.test/${id}.png`;
const CASTLE = { id: 'a', url: url('a'), prompt: 'A castle' };
const SEA = { id: 'b', url: url('b'), prompt: 'The sea' };
const WITHOUT_PROMPT = { id: 'c', url: url('c') };

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
});
