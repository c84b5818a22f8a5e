interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PNG of 16 by 9 pixels of one colour, which its last bytes hold. */
const png = (name: string, colour: string): PictureFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    `iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAFElEQVR4nGO${colour}AAAAAElFTkSuQmCC`,
    'base64',
  ),
});

/** Three files to choose as references. */
export const PICTURES: readonly [PictureFile, PictureFile, PictureFile] = [
  png('red.png', '4YGdHEmIY1TAoNAAAN6i6wZn80xQ'),
  png('green.png', 'wWxBBEmIY1TAoNAAALZOuYV5SpeM'),
  png('blue.png', 'wy7tGEmIY1TAoNAAAoCvdoTUxM0U'),
];
