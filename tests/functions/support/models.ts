/** The header of a PNG of this size, which is the only part that the functions read. */
export function png(width = 1344, height = 768): Buffer {
  const header = Buffer.alloc(33);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(header);
  header.writeUInt32BE(13, 8);
  header.write('IHDR', 12, 'latin1');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

/** A response of InvokeModel with this text as its body. */
export function rawAnswer(text: string) {
  return { body: Object.assign(new TextEncoder().encode(text), { transformToString: () => text }) };
}

export function stabilityAnswer(image: Buffer = png()) {
  return rawAnswer(
    JSON.stringify({ seeds: [7], finish_reasons: [null], images: [image.toString('base64')] }),
  );
}

/** A response of GetObject with this file. The SDK adds the method to the stream of a body. */
export function fileAnswer(file: Uint8Array) {
  return { Body: { transformToByteArray: () => Promise.resolve(file) } as never };
}
