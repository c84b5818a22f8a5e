import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportFileName } from '../../../../web/src/lib/export/file-name.ts';
import { DEFAULT_SIZE } from '../../../../web/src/lib/export/frame.ts';

const nameOf = (prompt: string) => exportFileName(prompt, DEFAULT_SIZE, 'jpeg');

it.each([
  ['Mountain sunrise', 'mountain-sunrise-1280x720.jpg'],
  ["  I can't   believe it: 100 DAYS!!! ", 'i-cant-believe-it-100-days-1280x720.jpg'],
  ['../../etc/passwd', 'etc-passwd-1280x720.jpg'],
  ['C:\\Windows\\system32', 'c-windows-system32-1280x720.jpg'],
  ['.hidden', 'hidden-1280x720.jpg'],
  ['CON', 'con-1280x720.jpg'],
  ['a\u0000b\u202Egpj.exe\nnew line', 'a-b-gpj-exe-new-line-1280x720.jpg'],
  ['Ein Schloß über dem Meer', 'ein-schloß-über-dem-meer-1280x720.jpg'],
  ['日本の城 夕焼け', '日本の城-夕焼け-1280x720.jpg'],
  ['हिमालय में सूर्योदय', 'हिमालय-में-सूर्योदय-1280x720.jpg'],
  ['https://youtu.be/k3Vq8mT2xLw a castle', 'a-castle-1280x720.jpg'],
  ['youtube.com/watch?v=k3Vq8mT2xLw a castle', 'a-castle-1280x720.jpg'],
  ['https://youtu.be/k3Vq8mT2xLw', 'thumbnail-1280x720.jpg'],
  ['🏰✨ !!!', 'thumbnail-1280x720.jpg'],
  ['', 'thumbnail-1280x720.jpg'],
])('names the file of the prompt %j %j', (prompt, name) => {
  expect(nameOf(prompt)).toBe(name);
});

it('ends a long name after a whole word', () => {
  const name = nameOf('A castle on a sea cliff at sunset, dramatic sky, bold silhouette, wide angle');

  expect(name).toBe('a-castle-on-a-sea-cliff-at-sunset-dramatic-sky-bold-1280x720.jpg');
});

it('cuts a word that is too long for a name', () => {
  expect(nameOf('a'.repeat(500))).toBe(`${'a'.repeat(58)}-1280x720.jpg`);
});

it('names a PNG of another size after its size and type', () => {
  expect(exportFileName('Castle', { width: 1_920, height: 1_080 }, 'png')).toBe('castle-1920x1080.png');
});

it('makes a safe name of every prompt', () => {
  const character = fc.oneof(fc.nat(0x2_ff), fc.nat(0x10_ff_ff));
  const text = fc.array(character, { maxLength: 200 }).map((codes) => String.fromCodePoint(...codes));
  fc.assert(
    fc.property(text, (prompt) => {
      const name = nameOf(prompt);
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*-1280x720\.jpg$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }),
  );
});
