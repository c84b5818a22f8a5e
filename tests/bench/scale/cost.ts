import { priceTokens } from '../../../contract/model-pool.ts';
import { promptModelSetting } from '../../../infra/stages/model-pool.ts';
import { type StageSettings, parseSettings } from '../../../infra/stages/settings.ts';
import { PRICES, readModelSeconds, USAGE, PRICES_AS_OF } from './assumptions.ts';
import { readStageFile } from '../../../infra/stages/stages.ts';
import { markdownTable } from '../report.ts';

/** One line of the cost of a thumbnail. */
interface CostItem {
  service: string;
  /** Usage of one thumbnail. */
  usage: string;
  /** US dollars for one thumbnail. */
  dollars: number;
}

/**
 * DynamoDB write units of one generation. A write of up to 1 KB takes one unit, two in a transaction, and one more for
 * each index that the row enters or leaves; two if its place in the index changes (DynamoDB developer guide, "Read and write operations").
 */
export const WRITE_UNITS = {
  /** Record, ledger entry, balance, rate limit counter and the check of a pause. The record enters `pending` and `listed`. */
  reserve: 5 * 2 + 2,
  /** The record, without a transaction. It leaves `pending`, and its place in `listed` changes. */
  settle: 1 + 3,
  /** Record, ledger entry and balance of a failed generation. The record leaves `pending` and `listed`. */
  refund: 3 * 2 + 2,
} as const;

const TEXT_MODEL = promptModelSetting.parse({});

const SUCCESS_UNITS = WRITE_UNITS.reserve + WRITE_UNITS.settle;

/** Lists the costs of one thumbnail without its model. @param seconds of the model call. */
export function listInfrastructureCosts(seconds: number): CostItem[] {
  const generateSeconds = seconds + USAGE.overheadSeconds;
  const calls = 1 + USAGE.reads;
  const transferGb = USAGE.imageGb * USAGE.views;
  return [
    {
      service: 'S3, data transfer out',
      usage: `${USAGE.views} × ${(USAGE.imageGb * 1_000).toFixed(1)} MB`,
      dollars: transferGb * PRICES.transferGb,
    },
    {
      service: 'Lambda, generate-thumbnail',
      usage: `${generateSeconds.toFixed(2)} s × ${(USAGE.generateGb * 1_024).toFixed(0)} MB, arm64`,
      dollars: generateSeconds * USAGE.generateGb * PRICES.lambdaGbSecond + PRICES.lambdaRequest,
    },
    {
      service: 'S3, storage for a month',
      usage: `${(USAGE.imageGb * 1_000).toFixed(1)} MB`,
      dollars: USAGE.imageGb * PRICES.s3GbMonth,
    },
    {
      service: 'Bedrock, one suggestion of Improve',
      usage: `${USAGE.suggestionTokens.inputTokens} + ${USAGE.suggestionTokens.outputTokens} tokens`,
      dollars: priceTokens(TEXT_MODEL.usdPerMillionTokens, USAGE.suggestionTokens),
    },
    {
      service: 'DynamoDB, writes',
      usage: `${SUCCESS_UNITS} write units`,
      dollars: SUCCESS_UNITS * PRICES.writeUnit,
    },
    {
      service: 'S3, requests',
      usage: `2 puts, ${USAGE.views} gets`,
      dollars: 2 * PRICES.s3Put + USAGE.views * PRICES.s3Get,
    },
    { service: 'CloudFront', usage: `${calls} requests`, dollars: calls * PRICES.cdnRequest },
    { service: 'API Gateway', usage: `${calls} requests`, dollars: calls * PRICES.apiRequest },
    { service: 'CloudWatch Logs', usage: `${USAGE.logsGb * 1e6} kB`, dollars: USAGE.logsGb * PRICES.logsGb },
    {
      service: 'Lambda, reads',
      usage: `${USAGE.reads} × ${USAGE.readSeconds * 1_000} ms × ${USAGE.readGb * 1_024} MB`,
      dollars:
        USAGE.reads * (USAGE.readSeconds * USAGE.readGb * PRICES.lambdaGbSecond + PRICES.lambdaRequest),
    },
    {
      service: 'DynamoDB, reads',
      usage: `${USAGE.readUnits} read units`,
      dollars: USAGE.readUnits * PRICES.readUnit,
    },
  ];
}

type ModelPrice = Pick<StageSettings['models'][number], 'id' | 'usdPerImage'>;

/** Calculates the cost of 1,000 thumbnails of one model, in US dollars. @throws Error for a model without an assumed time. */
export function calculateCost({ id, usdPerImage }: ModelPrice): { model: number; infrastructure: number } {
  const items = listInfrastructureCosts(readModelSeconds(id));
  return {
    model: usdPerImage * 1_000,
    infrastructure: items.reduce((sum, item) => sum + item.dollars, 0) * 1_000,
  };
}

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
  return [
    `**1,000 thumbnails in US dollars (list prices of ${PRICES_AS_OF}, us-west-2)**`,
    renderModelCosts([...models, ...more, ...services]),
    ...models
      .slice(0, 1)
      .flatMap(({ label, id }) => [
        `**Infrastructure, with ${label}**`,
        renderInfrastructure(readModelSeconds(id)),
      ]),
  ].join('\n\n');
}

function renderModelCosts(
  models: readonly (StageSettings['models'] | StageSettings['services'])[number][],
): string {
  return markdownTable(
    ['model', 'model cost', 'infrastructure', 'total'],
    models.map((setting) => {
      const { model, infrastructure } = calculateCost(setting);
      return [
        setting.label,
        model.toFixed(2),
        infrastructure.toFixed(2),
        (model + infrastructure).toFixed(2),
      ];
    }),
  );
}

function renderInfrastructure(seconds: number): string {
  return markdownTable(
    ['service', 'usage of one thumbnail', '$ per 1,000'],
    listInfrastructureCosts(seconds).map(({ service, usage, dollars }) => [
      service,
      usage,
      (dollars * 1_000).toFixed(4),
    ]),
  );
}
