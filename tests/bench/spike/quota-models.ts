import { setTimeout as delay } from 'node:timers/promises';
import { serveDual, type HttpHandler } from '../../../local/emulators/bedrock/dual-server.ts';
import { renderBlank } from '../../../local/emulators/bedrock/sketch/sketch.ts';
import { Quota } from '../scale/simulate.ts';

/** A model with a quota and a duration. */
export interface QuotaModel {
  id: string;
  perMinute: number;
  seconds: number;
}

/**
 * Image models that refuse requests above their quota, like Bedrock, in a time that passes faster.
 * @param speed seconds of the model's time in a second.
 */
export async function startQuotaModels(models: readonly QuotaModel[], speed: number) {
  const quotas = new Map(models.map(({ id, perMinute }) => [id, new Quota(perMinute)]));
  let refused = 0;
  const image = await renderBlankImage();

  const handle: HttpHandler = async ({ path }) => {
    const id = decodeURIComponent(path.split('/')[2] ?? '');
    const model = models.find((each) => each.id === id);
    const quota = quotas.get(id);
    if (model === undefined || quota === undefined) throw new Error(`There is no model ${id}.`);
    const now = (performance.now() / 1_000) * speed;
    if (quota.nextFreeTime(now) > now) {
      refused += 1;
      const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'ThrottlingException' };
      return { status: 429, headers, body: JSON.stringify({ message: 'Too many requests' }) };
    }
    quota.use(now);
    // The distribution of the simulation.
    await delay((model.seconds * (0.7 + 0.6 * Math.random()) * 1_000) / speed);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: image };
  };
  return {
    ...(await serveDual('the models with quotas', 0, handle)),
    /** Requests that the quotas refused. */
    countRefused: () => refused,
  };
}

async function renderBlankImage(): Promise<string> {
  const request = { modelId: '', prompt: '', negativePrompt: '', seed: 1, width: 16, height: 9 };
  const png = await renderBlank(request, new AbortController().signal);
  return JSON.stringify({ seeds: [1], finish_reasons: [null], images: [png.toString('base64')] });
}
