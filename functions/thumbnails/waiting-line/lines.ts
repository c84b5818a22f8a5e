import { modelPool, servicePool, type ImageService } from '#contract/model-pool.ts';
import type { WaitingGeneration as WaitingResponse } from '#contract/endpoints/generation-schemas.ts';
import { requireEnv } from '../../platform/environment.ts';
import { errorTrace, logger } from '../../platform/logger.ts';
import { countWaiting } from '../table/queries.ts';
import type { WaitingGeneration } from '../table/rows.ts';

const MODELS = modelPool.parse(JSON.parse(requireEnv('MODEL_POOL')));
const SERVICES = servicePool.parse(JSON.parse(requireEnv('SERVICE_POOL')));

/** The quota of a model without a quota in the pool, in images per minute: the lowest default in the pool. */
const DEFAULT_PER_MINUTE = 10;
/** The time that the models take for one image, in seconds. The number is unverified, because AWS does not publish it. */
const IMAGE_SECONDS = 8;

/**
 * The longest time, in seconds, in which the models can start every generation that is allowed to try. Generations behind them do not call
 * a model, so that the order of arrival is kept.
 */
export const TURN_SECONDS = 10;

/** Names the waiting line of the models with the same price. Such models replace each other, so their quotas add up. */
export function namePriceLine(cost: number): string {
  return `price-${cost}`;
}

/** Names the waiting line of the models of one service. */
export function nameServiceLine(service: ImageService): string {
  return `service-${service}`;
}

/** The images per minute of each line. */
const QUOTAS = new Map<string, number>();
const addQuota = (line: string, perMinute: number) => QUOTAS.set(line, (QUOTAS.get(line) ?? 0) + perMinute);
for (const { cost, requestsPerMinute = DEFAULT_PER_MINUTE } of MODELS) {
  addQuota(namePriceLine(cost), requestsPerMinute);
}
for (const { service, cost, regions, requestsPerMinute = DEFAULT_PER_MINUTE } of SERVICES) {
  // Models with another price than the first model of the service are never tried.
  const first = SERVICES.find((model) => model.service === service);
  if (cost === first?.cost) addQuota(nameServiceLine(service), requestsPerMinute * regions.length);
}

function getImagesPerSecond(line: string): number {
  return (QUOTAS.get(line) ?? DEFAULT_PER_MINUTE) / 60;
}

/** Returns true if a generation with this number of generations in front of it may try the models. */
export function isNext(line: string, ahead: number): boolean {
  return ahead < Math.ceil(getImagesPerSecond(line) * TURN_SECONDS);
}

/** Estimates the time until the models can start a generation, in seconds. @param ahead the number of generations in front of it. */
export function estimateTurn(line: string, ahead: number): number {
  return ahead / getImagesPerSecond(line);
}

/** Estimates the time until the image of a generation is ready, in whole seconds. @param ahead the number of generations in front of it. */
function estimateImage(line: string, ahead: number): number {
  return Math.ceil(estimateTurn(line, ahead + 1)) + IMAGE_SECONDS;
}

/**
 * Reads the place of a waiting generation in its line. The count comes from an index that follows the table within a second. The count
 * leaves out the generations whose images are being generated.
 * @returns an empty object if the count fails, because the place is only information.
 */
export async function readLinePosition({
  waitingLine,
  waitingSince,
}: WaitingGeneration): Promise<Pick<WaitingResponse, 'ahead' | 'estimatedSeconds'>> {
  try {
    const ahead = await countWaiting(waitingLine, waitingSince);
    return { ahead, estimatedSeconds: estimateImage(waitingLine, ahead) };
  } catch (error) {
    logger.warn('line position not read', errorTrace(error));
    return {};
  }
}
