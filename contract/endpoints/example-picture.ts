/** The tables and the header of a progressive JPEG. */
const HEADER =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wgALCAFEAkABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQ';

/**
 * A grey JPEG of 576 x 324 pixels in base64. It is small: each block of 8 x 8 pixels is one bit, which is 0, so that the data consists of
 * the letter A.
 */
export const EXAMPLE_PICTURE = `${HEADER}${'A'.repeat(496)}D/2Q==`;
