import { PRICES, USE } from './assumptions.ts';
import type { Painter } from './scenarios.ts';

/** One line of the bill of a thumbnail. */
interface Item {
  part: string;
  /** What one thumbnail takes of it. */
  takes: string;
  /** In US dollars, for one thumbnail. */
  dollars: number;
}

/**
 * What one generation writes, in DynamoDB's write units: a write of up to 1 KB is one, in a transaction two, and each
 * index that the row enters or leaves one more (DynamoDB developer guide, "Read and write operations").
 */
export const WRITE_UNITS = {
  /** The record, the ledger entry, the balance and the rate limit counter. The record enters the index `pending`. */
  reserve: 4 * 2 + 1,
  /** The record, without a transaction. It leaves `pending` and enters `listed`. */
  settle: 1 + 2,
  /** Where it fails: the record, the ledger's row, the balance. The record leaves `pending`. */
  refund: 3 * 2 + 1,
} as const;

const SUCCESS_UNITS = WRITE_UNITS.reserve + WRITE_UNITS.settle;

/** What one thumbnail costs beside its model. @param seconds how long the model paints. */
export function itemsBesideTheModel(seconds: number): Item[] {
  const generateSeconds = seconds + USE.overheadSeconds;
  const calls = 1 + USE.reads;
  const transferGb = USE.imageGb * USE.views;
  return [
    {
      part: 'S3, to the browser',
      takes: `${USE.views} × ${(USE.imageGb * 1_000).toFixed(1)} MB`,
      dollars: transferGb * PRICES.transferGb,
    },
    {
      part: 'Lambda, generate-thumbnail',
      takes: `${generateSeconds.toFixed(2)} s × ${(USE.generateGb * 1_024).toFixed(0)} MB, arm64`,
      dollars: generateSeconds * USE.generateGb * PRICES.lambdaGbSecond + PRICES.lambdaRequest,
    },
    {
      part: 'S3, kept for a month',
      takes: `${(USE.imageGb * 1_000).toFixed(1)} MB`,
      dollars: USE.imageGb * PRICES.s3GbMonth,
    },
    {
      part: 'DynamoDB, writes',
      takes: `${SUCCESS_UNITS} write units`,
      dollars: SUCCESS_UNITS * PRICES.writeUnit,
    },
    {
      part: 'S3, requests',
      takes: `1 put, ${USE.views} gets`,
      dollars: PRICES.s3Put + USE.views * PRICES.s3Get,
    },
    { part: 'X-Ray', takes: '1 trace', dollars: PRICES.trace },
    { part: 'CloudFront', takes: `${calls} requests`, dollars: calls * PRICES.cdnRequest },
    { part: 'API Gateway', takes: `${calls} requests`, dollars: calls * PRICES.apiRequest },
    { part: 'CloudWatch Logs', takes: `${USE.logsGb * 1e6} kB`, dollars: USE.logsGb * PRICES.logsGb },
    {
      part: 'Lambda, the reads',
      takes: `${USE.reads} × ${USE.readSeconds * 1_000} ms × ${USE.readGb * 1_024} MB`,
      dollars: USE.reads * (USE.readSeconds * USE.readGb * PRICES.lambdaGbSecond + PRICES.lambdaRequest),
    },
    {
      part: 'DynamoDB, reads',
      takes: `${USE.readUnits} read units`,
      dollars: USE.readUnits * PRICES.readUnit,
    },
  ];
}

/** What 1,000 thumbnails of one model cost, in US dollars. */
export function perThousand({ dollars, seconds }: Painter): { model: number; rest: number } {
  const rest = itemsBesideTheModel(seconds).reduce((sum, item) => sum + item.dollars, 0);
  return { model: dollars * 1_000, rest: rest * 1_000 };
}
