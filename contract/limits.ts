import { GENERATOR_LIMITS } from './generator-limits.ts';

/** Limits that the browser and the functions share. Lengths are in Unicode code points, after trimming. */
export const LIMITS = {
  ...GENERATOR_LIMITS,
  /** Longest idea that the text model rewrites. */
  ideaLength: 500,
  /** Longest script for concepts, and largest request with a script, in bytes. */
  scriptLength: 20_000,
  scriptRequestBytes: 128 * 1024,
  concepts: 3,
  /** Longest title of a video (YouTube Help, "Upload videos"), and longest headline. */
  titleLength: 100,
  headlineWords: 4,
  headlineLength: 40,
  /** The most API keys of an account, and the longest name of a key. */
  apiKeys: 5,
  keyNameLength: 60,
  /** Longest subject and longest message to support, and the most ids of failed requests in a message. */
  supportSubjectLength: 120,
  supportMessageLength: 4_000,
  supportRequestIds: 5,
  /** The largest picture in a message to support, in bytes. A request to a Lambda function has at most 6 MB. */
  supportPictureBytes: 1_000_000,
  /** Longest name of a thumbnail. */
  thumbnailNameLength: 100,
  /** Longest name and longest person of a cut-out. */
  cutoutNameLength: 40,
  /** Longest search for thumbnails. */
  searchLength: 200,
  /** Largest request body that the API reads, in bytes. */
  bodyBytes: 64 * 1024,
  /** Default number of thumbnails in one page of the list. */
  pageSize: 24,
  maxPageSize: 100,
  /** Default and highest number of entries in one page of the list of credits. Each entry can need the title of a thumbnail. */
  creditPageSize: 20,
  /** The most generations in the list of waiting and pending generations. */
  listedGenerations: 10,
  /** The most cut-outs in the list. */
  listedCutouts: 100,
  /** The most edits in the list of a thumbnail's versions. The list has the newest edits, and the edit that the design shows. */
  listedEdits: 100,
  /** Largest mask of an edit, in bytes. */
  maskBytes: 48 * 1024,
  /** Most pixels of an image that a service accepts (Amazon Bedrock user guide, "Stability AI Image Services"). */
  editPixels: 9_437_184,
  /**
   * Largest sides of the image that an edit starts from, also of a photo in portrait. An image of this size has five eighths of the pixels that a
   * service accepts. Composing an image of 3072 x 1728, with all of its pixels changed, took a seventh of the reserved time in a measurement.
   * There are two limits, because a condition of DynamoDB cannot multiply.
   */
  editBaseWidth: 3_072,
  editBaseHeight: 1_920,
  /** Most pixels and longest side of an image that can be upscaled (same page, "Fast Upscale"). */
  upscalePixels: 1_048_576,
  upscaleSide: 1_536,
  /** Most pixels that an edit adds at each side (same page, "Outpaint"). */
  editMargin: 2_000,
  /** Longest description of the thing that an edit changes. */
  editFindLength: 200,
  /**
   * Longest sentence that says what to change, longest question about the sentence, and most changes of a design that the sentence can ask
   * for.
   */
  instructionLength: 500,
  questionLength: 200,
  designChanges: 4,
  /** Largest request of an edit with its mask in base64 and its texts, in bytes. */
  editRequestBytes: 96 * 1024,
  /** The most colors and layouts of a brand, the longest name of a layout, and the largest brand, in bytes. */
  brandColors: 6,
  brandLayouts: 8,
  layoutNameLength: 60,
  brandBytes: 32 * 1024,
  /** Width of a thumbnail's preview, in pixels. */
  previewWidth: 480,
  /** Timeout of a generation, in seconds. The limit of API Gateway is 30. */
  generationSeconds: 29,
  /** Largest reference image, in bytes. A JPEG of one megapixel at quality 0.92 has at most about 900 kB. */
  referenceBytes: 2_000_000,
  /**
   * Time in which an upload of a reference image must start, in seconds. S3 checks the presigned URL at the start of the request, so a slow
   * upload may take longer.
   */
  referenceUploadSeconds: 60,
  /** Most pixels of a reference image: one megapixel (1,048,576) and a tolerance for the rounding of both sides. */
  referencePixels: 1_050_000,
  /** Most pixels and longest side of a photo that becomes a thumbnail: 1920 x 1080. Shortest side of a photo. */
  photoPixels: 1_920 * 1_080,
  photoMaxSide: 1_920,
  photoMinSide: 320,
  /** Shortest side of a picture, in pixels. */
  pictureMinSide: 8,
  /** Shortest side of a reference image, in pixels. */
  referenceMinSide: 64,
  /** Largest ratio of the longer side of a reference image to the shorter one. */
  referenceMaxRatio: 2.5,
} as const;
