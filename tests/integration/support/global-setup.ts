import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findDynoxide } from '../../../local/emulators/dynamodb/find-dynoxide.ts';
import { synthesize } from '../../../local/synthesize.ts';
import { WELCOME } from '../../support/cloud/creator.ts';
import { UNLIMITED_POOL } from '../../support/cloud/environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the cloud assembly that every integration test runs. */
    assembly: string;
  }
}

/** Builds the functions and synthesizes the stack once for all tests. The site stands for itself in e2e. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Installs it here if it is missing, before several workers start it.
  await findDynoxide();
  const folder = await mkdtemp(join(tmpdir(), 'thumbforge-'));
  const site = join(folder, 'site');
  await writeSite(site);
  project.provide(
    'assembly',
    await synthesize({
      site,
      outdir: join(folder, 'assembly'),
      linksBundles: true,
      settings: { welcomeCredits: WELCOME, ...UNLIMITED_POOL },
    }),
  );
  return () => rm(folder, { recursive: true, force: true });
}

async function writeSite(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const document = (id: string) => `<!doctype html><title>Thumbforge</title><div id="${id}"></div>`;
  await writeFile(join(folder, 'index.html'), document('visitor-home'));
  for (const page of ['auth.html', 'app.html']) await writeFile(join(folder, page), document('root'));
  await writeFile(join(folder, 'assets', 'app.js'), 'export {};');
}
