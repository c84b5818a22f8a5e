import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buildOpenApi } from '../../contract/openapi.ts';
import { OPENAPI_PATH } from '../../contract/public-api.ts';
import { ROOT } from './folders.ts';

/** The documents between which the router of the site chooses. */
const DOCUMENTS = ['index', 'app', 'auth', 'developers'];

/**
 * Writes the site that `npm run dev` deploys: documents that say which one they are (`web/plugins/dev-documents.ts`), and the
 * description of the API. Vite serves all other files. @returns the folder.
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
