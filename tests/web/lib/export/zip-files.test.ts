import { expect, it } from 'vitest';
import { zipFiles } from '../../../../web/src/lib/export/collect-files.ts';

/** The names and contents of a zip whose files are stored one after another without compression. */
function readZip(zip: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  for (let at = zip.indexOf('PK\x01\x02'); at !== -1; at = zip.indexOf('PK\x01\x02', at + 1)) {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files[name] = zip.toString('utf8', start, start + zip.readUInt32LE(at + 24));
  }
  return files;
}

it('puts every file into the zip, and numbers files of one name', async () => {
  const zip = await zipFiles([
    { name: 'castle-1280x720.jpg', blob: new Blob(['first']) },
    { name: 'castle-1280x720.jpg', blob: new Blob(['second']) },
    { name: 'castle-1280x720.jpg', blob: new Blob(['third']) },
    { name: '日本の城-1280x720.jpg', blob: new Blob(['fourth']) },
  ]);

  expect(readZip(Buffer.from(await zip.arrayBuffer()))).toEqual({
    'castle-1280x720.jpg': 'first',
    'castle-1280x720-2.jpg': 'second',
    'castle-1280x720-3.jpg': 'third',
    '日本の城-1280x720.jpg': 'fourth',
  });
});
