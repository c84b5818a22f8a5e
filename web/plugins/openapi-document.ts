import type { Plugin } from 'vite';
import { buildOpenApi } from '#contract/endpoints/openapi.ts';
import { OPENAPI_PATH } from '#contract/endpoints/public-api.ts';

const MODULE = 'virtual:openapi-document';
const RESOLVED = `\0${MODULE}`;

/**
 * The OpenAPI document of the public API, generated from the contract: a module for the page of the developers, so that the
 * browser needs no schema library, and a file of the site.
 */
export function openApiDocument({ writesFile = true } = {}): Plugin {
  const text = JSON.stringify(buildOpenApi());
  return {
    name: 'openapi-document',
    resolveId: { filter: { id: new RegExp(`^${MODULE}$`) }, handler: () => RESOLVED },
    load: {
      filter: { id: new RegExp(`^${RESOLVED}$`) },
      handler: () => `export default JSON.parse(${JSON.stringify(text)});`,
    },
    generateBundle() {
      if (writesFile) this.emitFile({ type: 'asset', fileName: OPENAPI_PATH.slice(1), source: text });
    },
  };
}
