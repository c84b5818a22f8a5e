import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { findDynoxide } from '../../../local/emulators/dynamodb/find-dynoxide.ts';
import { listen, stop } from '../../../local/emulators/serve.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the cloud assembly that every integration test runs. */
    assembly: string;
    /** Address that answers when the assembly is complete. */
    assemblyServer: string;
  }
}

const run = promisify(execFile);
const SYNTHESIZE = fileURLToPath(new URL('synthesize-stack.ts', import.meta.url));

/**
 * Builds the functions and synthesizes the stack once for all tests, in a separate process: the tests of the other projects run
 * meanwhile. The site of the stack has no code, because the browser tests prove the real site.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Installs the emulator here if it is missing, before several workers start it.
  await findDynoxide();
  const folder = await mkdtemp(join(tmpdir(), 'thumbforge-'));
  const [site, assembly] = [join(folder, 'site'), join(folder, 'assembly')];
  await writeSite(site);
  const failure = run(process.execPath, ['--import', 'tsx', SYNTHESIZE, site, assembly]).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const server = createServer((_, response) => {
    void failure.then((text) => response.writeHead(text === undefined ? 200 : 500).end(text));
  });
  const { endpoint } = await listen(server, 0, 'the server of the assembly');
  project.provide('assembly', assembly);
  project.provide('assemblyServer', endpoint);
  return async () => {
    await failure;
    await stop(server);
    await rm(folder, { recursive: true, force: true });
  };
}

async function writeSite(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const document = (id: string) => `<!doctype html><title>Thumbforge</title><div id="${id}"></div>`;
  await writeFile(join(folder, 'index.html'), document('visitor-home'));
  for (const page of ['auth.html', 'app.html']) await writeFile(join(folder, page), document('root'));
  await writeFile(join(folder, 'assets', 'app.js'), 'export {};');
}
