/**
 * What cannot be measured without an account. List prices in US dollars for us-west-2, no free tier, no discount; what
 * an image costs and how many there may be in a minute is known to infra/stages/models.ts.
 */
export const PRICES_AS_OF = 'November 2026';

/** Mean time of one image, in seconds, by the model's id. Unverified: nobody publishes it. */
export const PAINT_SECONDS: Readonly<Record<string, number>> = {
  'stability.stable-image-core-v1:1': 5,
  'stability.sd3-5-large-v1:0': 8,
  'stability.stable-image-ultra-v1:1': 12,
};

export const PRICES = {
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.2e-6,
  apiRequest: 1e-6,
  cdnRequest: 1e-6,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  s3GbMonth: 0.023,
  transferGb: 0.09,
  logsGb: 0.5,
  trace: 5e-6,
} as const;

/** What one finished thumbnail brings with it. */
export const USE = {
  /** Our own part of a generation, in seconds, with AWS's answers in it. */
  overheadSeconds: 0.25,
  /** What a throttled model costs in time before the next one is asked, in seconds. */
  throttledSeconds: 0.15,
  /** Memory of generate-thumbnail: one whole vCPU. */
  generateGb: 1_769 / 1_024,
  /** Balance and list, which the site reads with each picture. */
  reads: 2,
  readSeconds: 0.02,
  readGb: 1,
  /** The balance; the account and a page of the list. */
  readUnits: 4,
  /** A PNG of one megapixel. */
  imageGb: 0.0018,
  /** Looked at once, downloaded once. */
  views: 2,
  logsGb: 3e-6,
} as const;
