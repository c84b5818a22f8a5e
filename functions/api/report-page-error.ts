import { reportPageErrorSchemas } from '#contract/page-errors.ts';
import { apiHandler } from './http/api-handler.ts';
import { countPageError } from '../platform/metrics.ts';

/** POST /api/page-errors: counts an error of a page. */
export const handler = apiHandler('reportPageError', reportPageErrorSchemas, ({ body }) => {
  countPageError(body);
  return Promise.resolve({ received: true });
});
