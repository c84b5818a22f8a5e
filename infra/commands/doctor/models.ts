import {
  BedrockClient,
  ListFoundationModelsCommand,
  type FoundationModelSummary,
} from '@aws-sdk/client-bedrock';
import type { ImageModel } from '../../../contract/model-pool.ts';
import { clientSettings } from '../aws/client-settings.ts';
import { fail, ok, warn, type Check, type Finding } from './check.ts';
import { may } from './may.ts';

const DAY_MS = 86_400_000;
/** A model whose end is nearer than this needs a successor now. */
const NOTICE_DAYS = 90;

/** Whether Bedrock still serves each model of the pool, and for how long. */
export const models: Check = {
  name: 'models',
  async look({ settings, now }) {
    const regions = [...new Set(settings.models.map(({ region }) => region))];
    const served = new Map(
      await Promise.all(regions.map(async (region) => [region, await listModels(region)] as const)),
    );
    return settings.models.map((model) => {
      const summary = served.get(model.region)?.find(({ modelId }) => modelId === model.id);
      return lifeOf(model, summary, now, settings.stage);
    });
  },
};

async function listModels(region: string): Promise<FoundationModelSummary[]> {
  const bedrock = new BedrockClient(clientSettings(region));
  const { modelSummaries = [] } = await may('bedrock:ListFoundationModels', () =>
    bedrock.send(new ListFoundationModelsCommand({ byOutputModality: 'IMAGE' })),
  );
  return modelSummaries;
}

function lifeOf(
  { id, region }: ImageModel,
  summary: FoundationModelSummary | undefined,
  now: Date,
  stage: string,
): Finding {
  const replace = `Put another model in its place in infra/stages/${stage}.ts, and deploy.`;
  if (summary === undefined) return fail(`${id} is not served in ${region}.`, replace);
  const { status, endOfLifeTime: end } = summary.modelLifecycle ?? {};
  const day = end?.toISOString().slice(0, 10);
  if (end !== undefined && end <= now) return fail(`${id} reached its end of life on ${day}.`, replace);
  const isNear = end !== undefined && end.getTime() - now.getTime() < NOTICE_DAYS * DAY_MS;
  if (status === 'LEGACY' || isNear) {
    return warn(`${id} goes out of service${day === undefined ? '' : ` on ${day}`}.`, replace);
  }
  return ok(`${id} is active in ${region}.`);
}
