import { promptModel } from '../contract/model-pool.ts';
import { apiHandler } from './http/api-handler.ts';
import { rewriteIdea } from './models/rewrite-idea.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { NotFoundError } from './shared/errors.ts';

/** Undefined in a stage without prompt assistance. */
const MODEL = process.env['PROMPT_MODEL']
  ? promptModel.parse(JSON.parse(process.env['PROMPT_MODEL']))
  : undefined;

/** POST /api/improve-prompt: suggests a prompt for a short idea. It costs no credits. */
export const handler = apiHandler('improvePrompt', async ({ userId, body }) => {
  if (MODEL === undefined) throw new NotFoundError();
  await enforceRateLimit('promptSuggestions', userId);
  return { prompt: await rewriteIdea(MODEL, body.prompt) };
});
