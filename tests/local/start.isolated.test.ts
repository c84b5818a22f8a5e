import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import type { EmbeddedCloudOptions } from '../../local/embedded-cloud.ts';

const synthesize = vi.hoisted(() => vi.fn<(options: { outdir: string }) => Promise<string>>());
const startEmbeddedCloud = vi.hoisted(() => vi.fn<(options: EmbeddedCloudOptions) => Promise<never>>());
vi.mock('../../local/synthesize.ts', () => ({ synthesize }));
vi.mock('../../local/embedded-cloud.ts', () => ({ startEmbeddedCloud }));

it('`npm start` deletes the assembly of a cloud that does not start', async () => {
  vi.stubEnv('PORT', '0');
  vi.stubEnv('EARLY_ACCESS', undefined);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  synthesize.mockImplementation(async ({ outdir }) => {
    await mkdir(outdir, { recursive: true });
    return outdir;
  });
  startEmbeddedCloud.mockImplementation(async ({ site }) => {
    await site?.close();
    throw new Error('The cloud does not start.');
  });
  const exit = new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      resolve(code);
      return undefined as never;
    });
  });

  await import('../../local/start.ts');

  expect(await exit).toBe(1);
  expect(write.mock.calls.flat().join('')).toContain('The cloud does not start.');
  expect(existsSync(String(startEmbeddedCloud.mock.calls[0]?.[0].assembly))).toBe(false);
});
