import { GENERATOR_LIMITS } from './generator-limits.ts';

/** Limits that the browser and the functions share. Lengths are in Unicode code points, after trimming. */
export const LIMITS = {
  ...GENERATOR_LIMITS,
  /** Longest idea that prompt assistance rewrites. */
  ideaLength: 500,
  /** Longest script that concepts are made from, and the largest request with one, in bytes. */
  scriptLength: 20_000,
  scriptRequestBytes: 128 * 1024,
  concepts: 3,
  /** Longest title of a video (YouTube Help, "Upload videos"), and longest headline. */
  titleLength: 100,
  headlineWords: 4,
  headlineLength: 40,
  /** The most API keys of an account, and the longest name of one. */
  apiKeys: 5,
  keyNameLength: 60,
  /** Longest subject and message to support, and the most ids of failed requests with it. */
  supportSubjectLength: 120,
  supportMessageLength: 4_000,
  supportRequestIds: 5,
  /** Longest name of a thumbnail. */
  thumbnailNameLength: 100,
  /** Longest search for thumbnails. */
  searchLength: 200,
  /** Largest request body the API reads, in bytes. */
  bodyBytes: 64 * 1024,
  /** Default number of thumbnails in one page of the list. */
  pageSize: 24,
  maxPageSize: 100,
  /** The most generations in the list of those that wait or run. */
  listedGenerations: 10,
  /** The most cut-outs in the list. */
  listedCutouts: 100,
  /** The most edits of a thumbnail in its list of versions, the newest. */
  listedEdits: 100,
  /** Largest mask of an edit, in bytes. */
  maskBytes: 48 * 1024,
  /** Most pixels of an image that a service takes (Amazon Bedrock user guide, "Stability AI Image Services"). */
  editPixels: 9_437_184,
  /**
   * Largest sides of the image that an edit starts from: together 56 % of what a service takes. To compose such an image takes a
   * seventh of the time that is reserved for it, measured with all of its pixels changed. Two limits, because a condition of
   * DynamoDB cannot multiply.
   */
  editBaseWidth: 3_072,
  editBaseHeight: 1_728,
  /** Most pixels, and longest side, of an image that can be upscaled (same page, "Fast Upscale"). */
  upscalePixels: 1_048_576,
  upscaleSide: 1_536,
  /** Most pixels that an edit adds at one side (same page, "Outpaint"). */
  editMargin: 2_000,
  /** Longest description of what an edit looks for. */
  editFindLength: 200,
  /** Longest sentence that says what to change, longest question about it, and most changes of a design that it asks for. */
  instructionLength: 500,
  questionLength: 200,
  designChanges: 4,
  /** Largest request of an edit: a mask as base64 and its texts, in bytes. */
  editRequestBytes: 96 * 1024,
  /** Colors and layouts of a brand, the longest name of a layout, and the size of the whole, in bytes. */
  brandColors: 6,
  brandLayouts: 8,
  layoutNameLength: 60,
  brandBytes: 32 * 1024,
  /** Width of a thumbnail's preview, in pixels. */
  previewWidth: 480,
  /** Timeout of a generation, in seconds. API Gateway's own limit is 30. */
  generationSeconds: 29,
  /** Largest reference image, in bytes. A JPEG of one megapixel at quality 0.92 has at most about 900 kB. */
  referenceBytes: 2_000_000,
  /**
   * Lifetime of the presigned URL that a reference image is uploaded to, in seconds. An upload must start in this time: S3
   * checks it at the start of the request, so that a slow connection may take longer.
   */
  referenceUploadSeconds: 60,
  /** Most pixels of a reference image: one megapixel (1,048,576), and the rounding of both sides. */
  referencePixels: 1_050_000,
  /** Shortest side of a picture, in pixels. */
  pictureMinSide: 8,
  /** Shortest side of a reference image, in pixels. */
  referenceMinSide: 64,
  /** Largest ratio of the longer side of a reference image to the shorter one. */
  referenceMaxRatio: 2.5,
} as const;
