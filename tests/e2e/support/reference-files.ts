interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A PNG of 16 by 9 pixels in one colour. @param pixels the Base64 text of its colour */
const png = (name: string, pixels: string): ImageFile => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    `iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAFElEQVR4nGO${pixels}AAAAAElFTkSuQmCC`,
    'base64',
  ),
});

export const RED = png('red.png', '4YGdHEmIY1TAoNAAAN6i6wZn80xQ');
export const GREEN = png('green.png', 'wWxBBEmIY1TAoNAAALZOuYV5SpeM');
export const BLUE = png('blue.png', 'wy7tGEmIY1TAoNAAAoCvdoTUxM0U');
