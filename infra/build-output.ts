import { fileURLToPath } from 'node:url';

/** The folders that `npm run build` writes and the CDK app reads. */
const BUILD = fileURLToPath(new URL('../build', import.meta.url));

export const SITE_FOLDER = `${BUILD}/site`;

export const BUNDLES_FOLDER = `${BUILD}/functions`;

/** The folder of an operation's bundle. Holds one `index.mjs`. */
export function getBundleFolder(operation: string): string {
  return `${BUNDLES_FOLDER}/${operation}`;
}
