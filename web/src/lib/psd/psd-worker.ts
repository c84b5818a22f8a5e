/** Writes a Photoshop file in a worker thread. The code of the format loads only here, and a large file takes a second. */
import { writePsd } from 'ag-psd';
import type { Psd } from 'ag-psd';

addEventListener('message', ({ data }: MessageEvent<Psd>) => {
  const file = writePsd(data, { generateThumbnail: false });
  postMessage(file, { transfer: [file] });
});
