/** The facts that the header of a video file says. The browser's player reports none of them. */
export interface Container {
  /** False if the file has only sound. */
  hasPicture: boolean;
  /** The name of the codec of the picture, for creators, e.g. `HEVC (H.265)`. */
  codec?: string | undefined;
  /** True if the end of the file is missing, so that no player can open the file. */
  isIncomplete?: boolean;
  /** The times of all frames in seconds, ascending. Undefined if the file has no table of its frames. */
  frames?: Float64Array | undefined;
  /** The times at which the decoding can begin, in seconds, ascending. A seek to another time decodes all frames since the last of them. */
  keyframes?: readonly number[] | undefined;
  /** The angle by which the player turns the picture clockwise. */
  rotation?: 0 | 90 | 180 | 270;
}

const CODECS: Readonly<Record<string, string>> = {
  avc1: 'H.264',
  avc3: 'H.264',
  hvc1: 'HEVC (H.265)',
  hev1: 'HEVC (H.265)',
  dvh1: 'Dolby Vision',
  dvhe: 'Dolby Vision',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  mp4v: 'MPEG-4',
  apcn: 'ProRes',
  apch: 'ProRes',
  apcs: 'ProRes',
  apco: 'ProRes',
  ap4h: 'ProRes',
  ap4x: 'ProRes',
  aprn: 'ProRes RAW',
  AVdn: 'DNxHD',
  AVdh: 'DNxHR',
  CFHD: 'CineForm',
  jpeg: 'Motion JPEG',
  mjpa: 'Motion JPEG',
  'V_MPEGH/ISO/HEVC': 'HEVC (H.265)',
  'V_MPEG4/ISO/AVC': 'H.264',
  'V_MPEG4/ISO/ASP': 'MPEG-4',
  V_MPEG2: 'MPEG-2',
  V_PRORES: 'ProRes',
  V_MJPEG: 'Motion JPEG',
  V_FFV1: 'FFV1',
  V_VP8: 'VP8',
  V_VP9: 'VP9',
  V_AV1: 'AV1',
};

/** Names a codec. @param id a sample entry of MP4, or a codec id of Matroska */
export const nameCodec = (id: string): string => CODECS[id] ?? id.replace(/^V_/, '').trim();
