import type { Plugin } from 'vite';

/** What an endpoint says to the server only, one property in a line of its own. */
const SERVER_FIELD = /^ +(?:auth|operation|feature|takesCredits): .*,$/gm;
/** An endpoint that another service calls. */
const FOREIGN_ENDPOINT = /^ {2}\w+: \{[^}]*auth: 'none'[^}]*\},$/gm;

/** Removes what the browser does not read from the table of endpoints, which is in the first page: half a kB, compressed. */
export function endpointsWithoutServerFields(): Plugin {
  return {
    name: 'endpoints-without-server-fields',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('/contract/endpoints.ts')
        ? { code: code.replace(FOREIGN_ENDPOINT, '').replace(SERVER_FIELD, ''), map: null }
        : undefined;
    },
  };
}
