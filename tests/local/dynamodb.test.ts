import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findDynoxide } from '../../local/emulators/dynamodb/find-dynoxide.ts';
import { LOOPBACK } from '../../local/emulators/serve.ts';
import { withTempFolder } from '../support/temp-folder.ts';

const NAME = `@dynoxide/sunos-${process.arch}`;

/**
 * A platform that no installed package is for, with what npm and the PATH offer.
 * @returns the messages on the standard error stream.
 */
function simulateSunOs(environment: Record<string, string>) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('sunos');
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return vi.spyOn(process.stderr, 'write').mockReturnValue(true);
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** A registry of npm with the package of the platform. */
async function startRegistry(folder: string, version: string) {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: NAME, version }));
  await writeFile(join(folder, 'dynoxide'), '');
  await chmod(join(folder, 'dynoxide'), 0o755);
  const { stdout } = await promisify(execFile)('tar', ['-czf', '-', '-C', join(folder, '..'), 'package'], {
    encoding: 'buffer',
  });
  const integrity = `sha512-${createHash('sha512').update(stdout).digest('base64')}`;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    const dist = { tarball: `http://${request.headers.host}/package.tgz`, integrity };
    const versions = { [version]: { name: NAME, version, dist } };
    response.end(path === '/package.tgz' ? stdout : JSON.stringify({ name: NAME, versions }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}

/** The version in the lock file, which npm ci installs. */
async function readPinnedVersion(): Promise<string> {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return lock.packages['node_modules/@dynoxide/linux-x64']?.version ?? '';
}

describe('the DynamoDB emulator of a platform whose package npm ci did not install', () => {
  it('is installed once in the pinned version, with a message', async () => {
    await withTempFolder('dynoxide', async (folder) => {
      const version = await readPinnedVersion();
      const registry = await startRegistry(join(folder, 'package'), version);
      const messages = simulateSunOs({
        npm_config_registry: registry.url,
        npm_config_cache: join(folder, 'npm'),
      });
      const cache = join(folder, 'cache');

      // Two workers start at the same time.
      const found = await Promise.all([findDynoxide(cache), findDynoxide(cache)]);
      const { length } = registry.requests;
      found.push(await findDynoxide(cache));
      registry.close();

      expect(new Set(found)).toEqual(new Set([join(cache, version, 'node_modules', NAME, 'dynoxide')]));
      expect(registry.requests).toHaveLength(length);
      expect(await readdir(cache)).toEqual([version]);
      expect(messages).toHaveBeenCalledWith(
        `Installing ${NAME}@${version}, the DynamoDB emulator for this platform\n`,
      );
    });
  });

  it('says in one sentence what to do if there is no network', async () => {
    await withTempFolder('dynoxide', async (folder) => {
      simulateSunOs({
        npm_config_registry: 'http://127.0.0.1:1',
        npm_config_cache: join(folder, 'npm'),
      });

      await expect(findDynoxide(join(folder, 'cache'))).rejects.toThrow(
        `The DynamoDB emulator could not be installed (npm install ${NAME}@${await readPinnedVersion()}: ` +
          'ECONNREFUSED): connect to the network and try again, put `dynoxide` ' +
          '(https://github.com/nubo-db/dynoxide) on the PATH, or, for `npm start`, set ' +
          'AWS_ENDPOINT_URL_DYNAMODB to another DynamoDB.',
      );
      expect(await readdir(join(folder, 'cache'))).toEqual([]);
    });
  });

  it('is the `dynoxide` on the PATH, if the PATH has it', async () => {
    await withTempFolder('dynoxide', async (folder) => {
      simulateSunOs({ PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` });
      const binary = join(folder, 'dynoxide');
      await writeFile(binary, '', { mode: 0o755 });

      expect(await findDynoxide(join(folder, 'cache'))).toBe(binary);
    });
  });
});

it('the DynamoDB emulator ends when its parent process is killed, so that its data is not locked', async () => {
  const parent = spawn(
    process.execPath,
    [
      '--import=tsx',
      '--input-type=module',
      '--eval',
      `const { startDynoxide } = await import(${JSON.stringify(new URL('../../local/emulators/dynamodb/dynamodb.ts', import.meta.url).href)});
         console.log((await startDynoxide({})).port);
         setInterval(() => {}, 1_000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const connection = connect(Number(line.toString()), LOOPBACK);
  await once(connection, 'connect');
  const closed = once(connection.resume(), 'close');

  parent.kill('SIGKILL');

  await closed;
  await expect(fetch(`http://${LOOPBACK}:${line.toString().trim()}`)).rejects.toThrow();
});
