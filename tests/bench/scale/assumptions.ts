import { LIMITS } from '#contract/limits.ts';
import type { SucceededGeneration } from '../../../functions/thumbnails/table/rows.ts';

/**
 * Values that cannot be measured without an AWS account. Prices are list prices in US dollars for us-west-2, without free
 * tier or discount. infra/stages/model-pool.ts has the price and the quota of each model.
 */
export const PRICES_AS_OF = 'November 2026';

export const PRICES = {
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.2e-6,
  apiRequest: 1e-6,
  cdnRequest: 1e-6,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  tableGbMonth: 0.25,
  queueRequest: 0.4e-6,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  s3GbMonth: 0.023,
  transferGb: 0.09,
  logsGb: 0.5,
  wafRequest: 0.6e-6,
  /** Price of a monthly active user in Cognito. */
  activeUser: 0.015,
  email: 0.1e-3,
} as const;

/** Resources that one finished thumbnail uses. */
export const USAGE = {
  /** Time of a slow model, in seconds. Unverified: AWS does not publish it. */
  modelSeconds: 8,
  /** Time of a generation without the model, in seconds. */
  overheadSeconds: 0.25,
  /** Memory of generate-thumbnail: one vCPU. */
  generateGb: 1_769 / 1_024,
  /** The site reads the balance and the list after each generation. */
  reads: 2,
  readSeconds: 0.02,
  readGb: 1,
  /** The balance, the account and a page of the list. */
  readUnits: 4,
  /** A PNG of one megapixel. */
  imageGb: 0.0018,
  /** Tokens of one suggestion of Improve. Each thumbnail has one suggestion at most; most thumbnails have no suggestion. */
  suggestionTokens: { inputTokens: 200, outputTokens: 100 },
  /** One view and one download. */
  views: 2,
  logsGb: 3e-6,
} as const;

const UUID = 36;
const TIME = 24;
/** The bytes of a character in UTF-8, at most. */
const CHARACTER = 4;

/**
 * The most bytes of each field of a thumbnail's row with its name. A new field is an error of the types until it is here. `ABUSE` counts
 * designs and their words apart, because a thumbnail without a design has none. An edit has shorter texts than a thumbnail.
 */
const LONGEST_FIELDS: Record<keyof SucceededGeneration, number> = {
  prompt: LIMITS.promptLength * CHARACTER,
  negativePrompt: LIMITS.negativePromptLength * CHARACTER,
  name: LIMITS.thumbnailNameLength * CHARACTER,
  design: 0,
  headline: 0,
  operation: 0,
  userId: UUID,
  generationId: UUID,
  setId: UUID,
  copyOf: UUID,
  thumbnailId: UUID,
  baseId: UUID,
  createdAt: TIME,
  endedAt: TIME,
  imageKey: 100,
  previewKey: 100,
  designPreviewKey: 140,
  shown: 250,
  reference: 150,
  model: 60,
  status: 20,
  kind: 10,
  favorite: 20,
  seed: 15,
  cost: 10,
  width: 10,
  height: 10,
  designVersion: 20,
};

const sumKilobytes = (fields: typeof LONGEST_FIELDS) =>
  Math.ceil(Object.values(fields).reduce((sum, bytes) => sum + bytes) / 1_000);

/** The kilobytes of such a row. */
const LONGEST_ROW = sumKilobytes(LONGEST_FIELDS);

/** The most that a script of an abuser uses. The times are assumptions. */
export const ABUSE = {
  kilobytes: {
    row: LONGEST_ROW,
    /** The row of an edit, whose texts are in its operation. */
    edit: sumKilobytes({
      ...LONGEST_FIELDS,
      ...{ prompt: 0, negativePrompt: 0, name: 0 },
      operation: (LIMITS.promptLength + LIMITS.editFindLength) * CHARACTER + 100,
    }),
    /** A design with ten layers and the longest texts in twelve languages. */
    design: 57,
    /** The words of such a design for the search, which are in the row and in its indexes. */
    words: 10,
    /** 200 such rows of an export, each with the URL of its image, and 100 of a list. */
    page: 200 * (LONGEST_ROW + 1),
    list: 100 * (LONGEST_ROW + 1),
    /** The ledger and the purchases of the first page. */
    ledger: 2_000,
    /** The two entries of a refunded generation, with their places in `history`. They never expire. */
    entries: 1,
    upload: 2_000,
    /** The largest photo, 1920 x 1080, and its preview. As a PNG, noise has four bytes for each pixel. */
    photo: 8_400,
    /** The largest image of a thumbnail and its previews: noise that edits have extended to the pixels that the services accept. */
    image: 37_900,
    /** The thumbnail of a rival, 320 x 180 pixels in base64. */
    rival: 27,
  },
  seconds: {
    /** A request that a limit refuses. */
    refusal: 0.01,
    /** A generation that fails at the end of its invocation. */
    failure: 29,
    /** A generation that every model of the pool refuses at once, until it joins the waiting line. */
    busyModels: 3,
    suggestion: 2,
    concepts: 6,
    /** The time limit of an answer. */
    translations: 11,
    lookUp: 0.3,
    picture: 1,
    /** The time limit of the images of a copy. */
    copy: 6,
    /** Both requests of a deletion: by the user, and by the schedule that repeats it. */
    deletion: 0.3,
    /** A photo that is slow to decode, until the end of its request. */
    photo: 29,
    export: 2,
    /** Three pages of a list. */
    search: 0.5,
    checkout: 3,
    message: 1,
  },
  /** Tokens of a suggestion: an idea of 500 characters with the instructions, and the longest answer. */
  tokens: { inputTokens: 1_200, outputTokens: 250 },
  /**
   * Tokens of a suggestion for an edit: the instructions, and a sentence of 500 characters, a prompt of 500 and texts of 720, each character
   * a token, and the longest answer.
   */
  editTokens: { inputTokens: 2_250, outputTokens: 300 },
  /** Tokens of concepts: a script of 20,000 characters, each a token, and the longest answer. */
  conceptTokens: { inputTokens: 22_000, outputTokens: 1_500 },
  /** Tokens of translations: three calls with six texts of 120 characters, and the longest answers. */
  translationTokens: { inputTokens: 3_600, outputTokens: 9_600 },
  /** Logs of the function and of API Gateway for a request. */
  logsGb: 1.5e-6,
  emails: 20,
} as const;
