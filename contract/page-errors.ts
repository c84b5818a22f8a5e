import * as z from 'zod/mini';
import { receivedResponse } from './fields.ts';

/** An error of the page that a browser reports. The report has no message, address or id, because each of them may identify a person. */
export const reportPageErrorRequest = z.object(
  {
    /**
     * `error`: an uncaught exception; `rejection`: an unhandled rejection of a promise; `render`: the page could not be rendered; `load`: a
     * script did not load.
     */
    code: z.enum(['error', 'rejection', 'render', 'load'], 'code is unknown'),
    page: z.enum(
      ['home', 'auth', 'buyCredits', 'account', 'library', 'finish', 'developers', 'support', 'other'],
      'page is unknown',
    ),
    /** The hash of the scripts identifies the build. */
    version: z.string('version must be text').check(z.regex(/^[\w-]{1,16}$/, 'version is invalid')),
    browser: z.enum(['chrome', 'edge', 'firefox', 'safari', 'other'], 'browser is unknown'),
  },
  'the body must be a JSON object',
);
export type PageError = z.infer<typeof reportPageErrorRequest>;

export const reportPageErrorSchemas = { body: reportPageErrorRequest, response: receivedResponse };
