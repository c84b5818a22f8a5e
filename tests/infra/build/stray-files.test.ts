import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listOperations } from '../../../infra/build/bundle-functions.ts';
import { readPublicFiles } from '../../../infra/build/site.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), path);
  }
}

describe('the files of an editor or a desktop', () => {
  it('are no operations', async () => {
    await write('api/read-credits.ts', 'api/.DS_Store', 'api/._read-credits.ts', 'api/.read-credits.ts.swp');
    await write('events/stripe-webhook.ts', 'events/stripe-webhook.ts~', 'events/Thumbs.db');

    await expect(listOperations(folder)).resolves.toEqual(['read-credits', 'stripe-webhook']);
  });

  it('are not published', async () => {
    await write('robots.txt', 'robots.txt~', '.DS_Store', 'icons/.DS_Store', '.well-known/security.txt');

    const files = await readPublicFiles(folder);

    expect(Object.fromEntries(files.map(({ path, contents }) => [path, String(contents)]))).toEqual({
      'robots.txt': 'robots.txt',
      '.well-known/security.txt': '.well-known/security.txt',
    });
  });
});
