import { TABLES } from '#contract/tables.ts';
import { priceTokens } from '#contract/text-model.ts';
import { promptModelSetting } from '../../../infra/stages/model-pool.ts';
import { type StageSettings, parseSettings } from '../../../infra/stages/settings.ts';
import { PRICES, USAGE, PRICES_AS_OF } from './assumptions.ts';
import { readStageFile } from '../../../infra/stages/stages.ts';
import { markdownTable } from '../report.ts';

/** The indexes of the lists. A former index of the lists costs the same until it is removed. */
export const LISTS = Object.values(TABLES.thumbnails.indexes).filter(({ key }) =>
  key.some((name) => name === 'listedAt'),
).length;

/**
 * DynamoDB write units of one generation. A write of up to 1 KB takes one unit, two in a transaction, and one more for
 * each index that the row enters or leaves; two if its place in the index changes (DynamoDB developer guide, "Read and write operations").
 */
export const WRITE_UNITS = {
  /**
   * Record, ledger entry, balance, rate limit counter and the check of a pause. The record enters `pending` and the lists, and the entry
   * enters `history`.
   */
  reserve: 5 * 2 + 2 + LISTS,
  /** The record, without a transaction. It leaves `pending`, and its place in the lists changes. */
  settle: 1 + 1 + 2 * LISTS,
  /**
   * Record, ledger entry and balance of a failed generation. The record leaves `pending` and the lists, and the entry enters `history`.
   */
  refund: 3 * 2 + 2 + LISTS,
} as const;

const TEXT_MODEL = promptModelSetting.parse({});

const SUCCESS_UNITS = WRITE_UNITS.reserve + WRITE_UNITS.settle;

const GENERATE_SECONDS = USAGE.modelSeconds + USAGE.overheadSeconds;
const CALLS = 1 + USAGE.reads;

/** The costs of one thumbnail without its model: the service, the usage, US dollars. */
const INFRASTRUCTURE: readonly (readonly [service: string, usage: string, dollars: number])[] = [
  [
    'S3, data transfer out',
    `${USAGE.views} × ${(USAGE.imageGb * 1_000).toFixed(1)} MB`,
    USAGE.imageGb * USAGE.views * PRICES.transferGb,
  ],
  [
    'Lambda, generate-thumbnail',
    `${GENERATE_SECONDS.toFixed(2)} s × ${(USAGE.generateGb * 1_024).toFixed(0)} MB, arm64`,
    GENERATE_SECONDS * USAGE.generateGb * PRICES.lambdaGbSecond + PRICES.lambdaRequest,
  ],
  ['S3, storage for a month', `${(USAGE.imageGb * 1_000).toFixed(1)} MB`, USAGE.imageGb * PRICES.s3GbMonth],
  [
    'Bedrock, one suggestion of Improve',
    `${USAGE.suggestionTokens.inputTokens} + ${USAGE.suggestionTokens.outputTokens} tokens`,
    priceTokens(TEXT_MODEL.usdPerMillionTokens, USAGE.suggestionTokens),
  ],
  ['DynamoDB, writes', `${SUCCESS_UNITS} write units`, SUCCESS_UNITS * PRICES.writeUnit],
  ['S3, requests', `2 puts, ${USAGE.views} gets`, 2 * PRICES.s3Put + USAGE.views * PRICES.s3Get],
  ['CloudFront', `${CALLS} requests`, CALLS * PRICES.cdnRequest],
  ['API Gateway', `${CALLS} requests`, CALLS * PRICES.apiRequest],
  ['CloudWatch Logs', `${USAGE.logsGb * 1e6} kB`, USAGE.logsGb * PRICES.logsGb],
  [
    'Lambda, reads',
    `${USAGE.reads} × ${USAGE.readSeconds * 1_000} ms × ${USAGE.readGb * 1_024} MB`,
    USAGE.reads * (USAGE.readSeconds * USAGE.readGb * PRICES.lambdaGbSecond + PRICES.lambdaRequest),
  ],
  ['DynamoDB, reads', `${USAGE.readUnits} read units`, USAGE.readUnits * PRICES.readUnit],
];

/** The most expensive image model that a new account may use. Production does not use it. */
const ULTRA = {
  id: 'stability.stable-image-ultra-v1:1',
  label: 'Stable Image Ultra',
  region: 'us-west-2',
  schema: 'stability',
  cost: 1,
} as const;

export const readProduction = (): StageSettings => parseSettings(readStageFile('prod'));

/** Renders the tables that docs/scale.md quotes. */
export function renderReport(): string {
  const { models, services } = readProduction();
  const { models: more } = parseSettings({ stage: 'scale', models: [ULTRA] });
  const infrastructure = INFRASTRUCTURE.reduce((sum, [, , dollars]) => sum + dollars, 0);
  return [
    `**1,000 thumbnails in US dollars (list prices of ${PRICES_AS_OF}, us-west-2)**`,
    markdownTable(
      ['model', 'model cost', 'with infrastructure'],
      [...models, ...more, ...services].map(({ label, usdPerImage }) => [
        label,
        (usdPerImage * 1_000).toFixed(2),
        ((usdPerImage + infrastructure) * 1_000).toFixed(2),
      ]),
    ),
    `**Infrastructure, with a model that takes ${USAGE.modelSeconds} s**`,
    markdownTable(
      ['service', 'usage of one thumbnail', '$ per 1,000'],
      INFRASTRUCTURE.map(([service, usage, dollars]) => [service, usage, (dollars * 1_000).toFixed(4)]),
    ),
  ].join('\n\n');
}
