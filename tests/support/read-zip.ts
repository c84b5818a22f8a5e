import { unzipSync } from 'fflate';

/** Reads a zip with a library that is not ours. @returns the contents of the files by their names, in their order */
export const readZip = async (zip: Blob): Promise<Map<string, Uint8Array>> =>
  new Map(Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()))));
