// @vitest-environment node
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { brotliCompressSync, constants } from 'node:zlib';

// What `npm run bench:web` measures in a browser, as far as it can be known without one.
const chunks = new Map<string, Rolldown.OutputChunk>();
const styles = new Map<string, string>();

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  const result = await build({
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  if (!('output' in result)) throw new Error('Vite gave no single output');
  for (const file of result.output) {
    if (file.type === 'chunk') chunks.set(file.fileName, file);
    else if (file.fileName.endsWith('.css')) styles.set(file.fileName, String(file.source));
  }
  vi.unstubAllEnvs();
}, 60_000);

/** The chunk that a file of the site begins. */
function chunkOf(ending: string): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(ending));
  if (found === undefined) throw new Error(`No chunk begins with ${ending}`);
  return found;
}

/** Chunks, and all that they import before they run. */
function withImports(...begun: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const all = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || all.has(chunk)) return;
    all.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  begun.forEach(add);
  return [...all];
}

/** In kB of 1,000 bytes, compressed as the embedded cloud does it. */
const kilobytes = (texts: string[]) =>
  texts.reduce(
    (sum, text) => sum + brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
    0,
  ) / 1_000;

const firstPage = () => withImports(chunkOf('/index.html'));
const signInPage = () =>
  withImports(chunkOf('/index.html'), chunkOf('/auth/auth-page.tsx'), chunkOf('/session/cognito.ts'));

describe('the first page', () => {
  it('has at most 110 kB of script', () => {
    expect(kilobytes(firstPage().map(({ code }) => code))).toBeLessThanOrEqual(110);
  });

  it('has at most 12 kB of style, all pages together', () => {
    expect(kilobytes([...styles.values()])).toBeLessThanOrEqual(12);
  });

  it.each(['aws-amplify', '@aws-amplify', 'sonner', 'zod'])('carries no %s', (name) => {
    const modules = firstPage().flatMap(({ moduleIds }) => moduleIds);

    expect(modules.filter((id) => id.includes(`/node_modules/${name}/`))).toEqual([]);
    expect(modules.some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
  });
});

describe('the sign-in page', () => {
  it('has at most 235 kB of script', () => {
    expect(kilobytes(signInPage().map(({ code }) => code))).toBeLessThanOrEqual(235);
  });
});
