import * as z from 'zod/mini';
import { receivedResponse } from './fields.ts';

/** An error of the page, as its browser reports it: without its text, an address or an id, all of which may be of a person. */
export const reportPageErrorRequest = z.object(
  {
    /** `error`: nothing caught it; `rejection`: nothing caught that of a promise; `render`: the page could not be shown; `load`: a script did not load. */
    code: z.enum(['error', 'rejection', 'render', 'load'], 'code is unknown'),
    page: z.enum(
      ['home', 'auth', 'buyCredits', 'account', 'library', 'finish', 'developers', 'support', 'other'],
      'page is unknown',
    ),
    /** The hash of the scripts. */
    version: z.string('version must be text').check(z.regex(/^[\w-]{1,16}$/, 'version is invalid')),
    browser: z.enum(['chrome', 'edge', 'firefox', 'safari', 'other'], 'browser is unknown'),
  },
  'the body must be a JSON object',
);
export type PageError = z.infer<typeof reportPageErrorRequest>;

export const reportPageErrorSchemas = { body: reportPageErrorRequest, response: receivedResponse };
