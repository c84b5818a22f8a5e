import { improvePromptSchemas } from '../contract/schemas.ts';
import { apiHandler } from './http/api-handler.ts';
import { requireTextModel } from './models/request-text.ts';
import { rewriteIdea } from './models/rewrite-idea.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';

/** POST /api/improve-prompt: suggests a prompt for a short idea. It costs no credits. */
export const handler = apiHandler('improvePrompt', improvePromptSchemas, async ({ userId, body }) => {
  requireTextModel();
  await enforceRateLimit('promptSuggestions', userId);
  return { prompt: await rewriteIdea(body.prompt) };
});
