import type { ExportedFile } from '../../../lib/export/exported-file.ts';

const REFUSED = 'This browser does not copy images. Press Export, and use the file that is saved.';

/**
 * Puts an image into the clipboard. Call it in the handler of a press: browsers then wait for the image.
 * @param png undefined if the image could not be exported, which another message says
 * @returns what to say to the creator
 */
export async function copyImage(png: Promise<ExportedFile | undefined>): Promise<string> {
  // Firefox before 127 has no images in the clipboard, and pages without HTTPS have no clipboard.
  const { clipboard } = navigator as Partial<Navigator>;
  if (clipboard === undefined || !('ClipboardItem' in globalThis)) return REFUSED;
  const blob = png.then((file) => {
    if (file === undefined) throw new NotExportedError();
    return file.blob;
  });
  try {
    await clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  } catch {
    // The browser hides the error of the image behind its own error.
    return (await png) === undefined ? '' : REFUSED;
  }
  const { incomplete } = (await png) ?? {};
  return incomplete
    ? 'The image is copied. It leaves out a cut-out that is not available.'
    : 'The image is copied.';
}

class NotExportedError extends Error {
  override name = 'NotExportedError';
}
