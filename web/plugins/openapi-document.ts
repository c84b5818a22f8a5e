import type { Plugin } from 'vite';
import { buildOpenApi } from '../../contract/openapi.ts';
import { OPENAPI_PATH } from '../../contract/public-api.ts';

/** Writes the OpenAPI document of the public API, generated from the contract. CloudFront serves it as a file. */
export function openApiDocument(): Plugin {
  return {
    name: 'openapi-document',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(buildOpenApi());
      this.emitFile({ type: 'asset', fileName: OPENAPI_PATH.slice(1), source });
    },
  };
}
