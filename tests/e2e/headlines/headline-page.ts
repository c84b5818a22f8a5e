import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { HEADLINES } from './headlines.ts';
import type { Drawn, Headline } from './headlines.ts';

const SOURCE = join(import.meta.dirname, '../../web/headlines/draw-headlines.ts');
const HTML = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';

/** Serves the page that draws headlines, from memory. */
export async function serveHeadlines(): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = await buildPage();
  const server = createServer(({ url = '/' }, response) => {
    const file = url === '/' ? HTML : files.get(url);
    const type = url === '/' ? 'text/html' : url.endsWith('.js') ? 'text/javascript' : 'font/woff2';
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/`, stop };
}

async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    configFile: false,
    root: join(SOURCE, '..'),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: SOURCE, output: { entryFileNames: 'page.js' } },
    },
  });
  if (!('output' in result)) throw new Error('Vite returned several outputs');
  return new Map(
    result.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  );
}

/** Runs a script in the browser, and returns its result. */
type Evaluate = (script: string) => Promise<unknown>;

/** True if the golden sheets are written instead of compared. Open them afterwards: a test accepts mistakes. */
const isUpdate = () => process.env['UPDATE_GOLDENS'] === '1';

const goldenPath = (language: string) => join(import.meta.dirname, 'golden', `${language}.png`);

/** Draws the headlines of a language in a browser that shows the page, and compares them with the golden sheet. */
export async function drawHeadlines(
  evaluate: Evaluate,
  language: string,
  headlines: readonly Headline[] = HEADLINES[language] ?? [],
): Promise<Drawn> {
  const golden = isUpdate() ? '' : await readFile(goldenPath(language), 'base64');
  return (await callPage(evaluate, 'drawHeadlines', language, headlines, golden)) as Drawn;
}

/** Calls a function of the page, when the page has loaded. */
export async function callPage(
  evaluate: Evaluate,
  name: 'drawHeadlines' | 'measureText' | 'findDisplacedWords',
  ...args: unknown[]
): Promise<unknown> {
  const script = `(async () => {
    while (!globalThis.${name}) await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
    return JSON.stringify(await ${name}(${args.map((value) => JSON.stringify(value)).join()}));
  })()`;
  return JSON.parse(String(await evaluate(script)));
}

/**
 * Lists the headlines of all languages that a browser draws differently from their golden renderings, or with letters of the system.
 * @param bound the largest difference, as a share of the ink
 */
export async function findDifferences(evaluate: Evaluate, bound: number): Promise<string[]> {
  const found: string[] = [];
  for (const language of Object.keys(HEADLINES)) {
    const { texts, sheet } = await drawHeadlines(evaluate, language);
    if (isUpdate()) await writeFile(goldenPath(language), Buffer.from(sheet, 'base64'));
    for (const { lines, missing, difference } of texts) {
      const words = `${language}: ${lines.join(' / ')}`;
      if (!(difference <= bound)) found.push(`${words} differs by ${Math.round(difference * 100)} %`);
      if (missing.length > 0) found.push(`${words} lacks ${missing.join(' ')}`);
    }
  }
  return found;
}
