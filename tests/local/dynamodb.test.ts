import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDynoxide } from '../../local/emulators/dynamodb/dynamodb.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dynoxide-')));
  vi.stubEnv('PATH', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Simulates a platform without an npm package of dynoxide. */
function simulateSunOs() {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('sunos');
}

describe('findDynoxide on a platform without a package', () => {
  it('names the platform and the three alternatives in its error', async () => {
    simulateSunOs();

    const finding = findDynoxide();

    await expect(finding).rejects.toThrow(`No DynamoDB emulator for sunos-${process.arch}`);
    await expect(finding).rejects.toThrow(`@dynoxide/sunos-${process.arch} is not installed`);
    await expect(finding).rejects.toThrow('on the PATH');
    await expect(finding).rejects.toThrow('AWS_ENDPOINT_URL_DYNAMODB');
  });

  it('returns the `dynoxide` on the PATH', async () => {
    simulateSunOs();
    const binary = join(folder, 'dynoxide');
    await writeFile(binary, '');
    await chmod(binary, 0o755);

    expect(await findDynoxide()).toBe(binary);
  });

  it('ignores a file that is not executable', async () => {
    simulateSunOs();
    await writeFile(join(folder, 'dynoxide'), '', { mode: 0o644 });

    await expect(findDynoxide()).rejects.toThrow('No DynamoDB emulator');
  });
});

it('the DynamoDB emulator ends when its parent process is killed, so that its data is not locked', async () => {
  vi.unstubAllEnvs();
  const parent = spawn(
    process.execPath,
    [
      '--import=tsx',
      '--input-type=module',
      '--eval',
      `const { startDynamoDb } = await import(${JSON.stringify(new URL('../../local/emulators/dynamodb/dynamodb.ts', import.meta.url).href)});
         console.log((await startDynamoDb({})).endpoint);
         setInterval(() => {}, 1_000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const endpoint = line.toString().trim();
  expect((await fetch(endpoint)).status).toBeLessThan(500);

  parent.kill('SIGKILL');

  await vi.waitFor(() => expect(fetch(endpoint)).rejects.toThrow(), { timeout: 5_000 });
});
