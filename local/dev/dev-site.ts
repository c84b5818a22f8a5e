import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildOpenApi } from '#contract/endpoints/openapi.ts';
import { OPENAPI_PATH } from '#contract/endpoints/public-api.ts';
import { ROOT } from './folders.ts';

/** The documents that the router of the site chooses from. */
const DOCUMENTS = ['index', 'app', 'auth', 'developers'];

/**
 * Writes the site that `npm run dev` deploys: the description of the API, and documents that contain their own name
 * (`web/plugins/dev-documents.ts`). Vite serves all other files.
 * @returns the folder.
 */
export async function writeDevSite(folder: string): Promise<string> {
  const shell = await readFile(join(ROOT, 'web/index.html'), 'utf8');
  const files = {
    ...Object.fromEntries(
      DOCUMENTS.map((name) => [`${name}.html`, shell.replace('<html', `<html data-document="${name}"`)]),
    ),
    [OPENAPI_PATH.slice(1)]: JSON.stringify(buildOpenApi()),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
