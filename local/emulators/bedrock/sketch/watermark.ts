import { createRequire } from 'node:module';

/** Anton by Vernon Adams (SIL Open Font License). The fonts of this machine would make images differ between machines. */
export const FONT = {
  loadSystemFonts: false,
  fontFiles: [
    createRequire(import.meta.url).resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf'),
  ],
  defaultFontFamily: 'Anton',
};

/** Draws the mark that distinguishes a sketch from the image of a model. */
export function drawWatermark(width: number, height: number): string {
  const size = Math.max(11, Math.min(width, height * 1.78) * 0.0135);
  return [
    `<g transform="translate(${size * 1.6} ${height - size * 1.6})" font-family="Anton" font-size="${size}">`,
    `<rect y="${-size * 1.9}" width="${size * 8.6}" height="${size * 1.9}" rx="${size * 0.4}" opacity=".5"/>`,
    `<text x="${size * 0.8}" y="${-size * 0.5}" fill="#fff" letter-spacing="${size * 0.12}">LOCAL SKETCH</text></g>`,
  ].join('');
}
