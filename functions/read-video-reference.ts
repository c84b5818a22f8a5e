import { apiHandler } from './http/api-handler.ts';
import { enforceRateLimit } from './rate-limits/rate-limits.ts';
import { lookUpVideo } from './references/look-up-video.ts';

/** GET /api/video-reference: looks up the video of a link, or the newest video of a channel. */
export const handler = apiHandler('readVideoReference', async ({ userId, query }) => {
  // Cached results count too.
  await enforceRateLimit('videoReferences', userId);
  return lookUpVideo(userId, query.url);
});
