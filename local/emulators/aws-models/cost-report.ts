import { z } from 'zod';
import { priceTokens, type PromptModel } from '../../../contract/model-pool.ts';

/** The price of an image, or of a text model's tokens. */
export interface ModelPrice {
  usdPerImage?: number;
  usdPerMillionTokens?: PromptModel['usdPerMillionTokens'];
  /** Where the price comes from. */
  source: string;
}

/** By model id. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>;

const imageResponse = z.object({ images: z.array(z.string()).min(1) });
const textResponse = z.object({ usage: z.object({ inputTokens: z.number(), outputTokens: z.number() }) });

/**
 * Prints the price of each image and of each answer of a text model, and the sum since the start. A filtered prompt has no
 * image and costs nothing.
 * @returns receives the body of each successful response of a model.
 */
export function createCostReport(prices: ModelPrices, print: (line: string) => void) {
  const counts = { image: 0, suggestion: 0 };
  let total = 0;

  function add(kind: keyof typeof counts, origin: string, usd: number | undefined, source = ''): void {
    counts[kind] += 1;
    total += usd ?? 0;
    const cost = usd === undefined ? 'unknown price' : `${formatUsd(usd)} (${source})`;
    const sums = [formatCount(counts.image, 'image'), formatCount(counts.suggestion, 'suggestion')];
    const since = [...sums.filter((sum) => sum !== undefined), formatUsd(total)].join(', ');
    print(`${kind === 'image' ? 'Image' : 'Suggestion'} by ${origin}: ${cost}. Since the start: ${since}.`);
  }

  return (model: string, region: string, body: string): void => {
    const content: unknown = JSON.parse(body);
    const price = prices.get(model);
    const origin = `${model} in ${region}`;
    if (imageResponse.safeParse(content).success) add('image', origin, price?.usdPerImage, price?.source);
    const { data } = textResponse.safeParse(content);
    if (data === undefined) return;
    const tokens = price?.usdPerMillionTokens;
    add('suggestion', origin, tokens && priceTokens(tokens, data.usage), price?.source);
  };
}

function formatCount(count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** A suggestion costs less than a cent. */
const formatUsd = (usd: number) => `${usd === 0 || usd >= 0.01 ? usd.toFixed(2) : usd.toFixed(6)} USD`;
