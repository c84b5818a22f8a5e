import { join, relative } from 'node:path';
import { build, type Rolldown } from 'vite';
import { buildOpenApi } from '#contract/endpoints/openapi.ts';
import { OPENAPI_PATH } from '#contract/endpoints/public-api.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { brotliCompressSync, constants } from 'node:zlib';

// The sizes that `npm run bench:web` measures in a browser, computed from the bundle.
const chunks = new Map<string, Rolldown.OutputChunk>();
const styles = new Map<string, string>();
const fonts = new Map<string, number>();
const pages = new Map<string, string>();
let document: string | undefined;

beforeAll(async () => {
  // Each build is for production, whatever the shell says.
  vi.stubEnv('NODE_ENV', 'development');
  const result = await build({
    configFile: join(import.meta.dirname, '../../web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
  });
  if (!('output' in result)) throw new Error('Vite returned several outputs');
  for (const file of result.output) {
    if (file.type === 'chunk') chunks.set(file.fileName, file);
    else if (file.fileName === OPENAPI_PATH.slice(1)) document = String(file.source);
    else if (file.fileName.endsWith('.html')) pages.set(file.fileName, String(file.source));
    else if (file.fileName.endsWith('.woff2')) fonts.set(file.fileName, file.source.length);
    else if (file.fileName.endsWith('.css')) styles.set(file.fileName, String(file.source));
  }
  vi.unstubAllEnvs();
});

/** The chunk with a file of the site. */
function findChunk(ending: string): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ending)));
  if (found === undefined) throw new Error(`No chunk has ${ending}`);
  return found;
}

/** Chunks with their static imports. */
function withImports(...entries: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const all = new Set<Rolldown.OutputChunk>();
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk === undefined || all.has(chunk)) return;
    all.add(chunk);
    for (const name of chunk.imports) add(chunks.get(name));
  };
  entries.forEach(add);
  return [...all];
}

/** Returns the size in kB of 1,000 bytes, with the compression of the embedded cloud. */
const kilobytes = (texts: string[]) =>
  texts.reduce(
    (sum, text) => sum + brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length,
    0,
  ) / 1_000;

/** The headers of a response, in kB, which `npm run bench:web` counts as well. */
const HEADERS = 0.88;
/** The script in the head of the page, with its headers. */
const HEAD_SCRIPT = 1.71;

const SITE = join(import.meta.dirname, '../..');

const SCRIPT_ADVICE =
  'Load what the first paint does not need with a press: see "web/src/" in docs/architecture.md. Load what only a signed-in user needs with addUserCode, and add it to USER_CODE in web/vite.config.ts.';
const FINISH_ADVICE =
  'Load with a press what opens with a press, as image-tools/image-tools.tsx and brand/layouts-dialog.tsx do: see useCode and LazyPart in web/src/ui/lazy-part.tsx.';
const SIGN_IN_ADVICE =
  'Load what the form does not need with its first use, as common-password.ts does. The first page is a part of this page: what leaves the first page leaves this page also.';
const STYLE_ADVICE =
  'Import the styles of a part that the prerendered page does not show from the module that loads the part, as references/reference-images.tsx does. Styles that only one such module imports are a request: group them with the shared parts in web/vite.config.ts.';
const FONT_ADVICE =
  'Write the first page with the letters of web/src/styles/geist-basic.woff2: a larger font needs a second round trip.';

/** Says which change to make to a page that is too large, and what is large in it. */
function explainSize(page: Rolldown.OutputChunk[], advice: string): string {
  const largest = page
    .flatMap(({ modules }) => Object.entries(modules))
    .filter(([id]) => !id.includes('/node_modules/'))
    .sort(([, one], [, other]) => other.renderedLength - one.renderedLength)
    .slice(0, 10)
    .map(([id, { renderedLength }]) => `  ${relative(SITE, id)}: ${renderedLength}`);
  return [
    advice,
    'The largest of our modules, in characters before they are minified and compressed:',
    ...largest,
  ].join('\n');
}

const firstPage = () => withImports(findChunk('/index.html'));
const signInPage = () =>
  withImports(
    findChunk('/index.html'),
    findChunk('/features/auth/components/auth-page.tsx'),
    findChunk('/session/cognito.ts'),
  );

describe('the first page', () => {
  // A browser also loads 2.5 kB of head script and response headers, and the budget of both is 105 kB.
  it('has at most 102.4 kB of script, compressed', () => {
    const page = firstPage();

    expect(kilobytes(page.map(({ code }) => code)), explainSize(page, SCRIPT_ADVICE)).toBeLessThanOrEqual(
      102.4,
    );
  });

  it('has at most 8 kB of styles, with the headers of one file', () => {
    const names = firstPage().flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
    expect(names, STYLE_ADVICE).toHaveLength(1);
    const size = kilobytes(names.map((name) => styles.get(name) ?? '')) + HEADERS;
    expect(size, STYLE_ADVICE).toBeLessThanOrEqual(8);
  });

  it('preloads a font that arrives in one round trip, and has no letter that needs another one', () => {
    const homePage = pages.get('index.html') ?? '';
    const preloaded = [...homePage.matchAll(/<link rel="preload"[^>]* href="\/([^"]+\.woff2)"/g)].map(
      ([, file = '']) => fonts.get(file),
    );
    const letters = homePage.replaceAll(/<[^>]*>/g, '').match(/[^\n\u0020-\u007e\u00a0£·×–—‘-”…€]/g);

    expect([preloaded.length, letters], FONT_ADVICE).toEqual([1, null]);
    expect(preloaded[0], FONT_ADVICE).toBeLessThanOrEqual(14_000);
  });

  it.each(['aws-amplify', '@aws-amplify', 'sonner', 'zod'])('does not contain %s', (name) => {
    const modules = firstPage().flatMap(({ moduleIds }) => moduleIds);

    expect(modules.filter((id) => id.includes(`/node_modules/${name}/`))).toEqual([]);
    expect(modules.some((id) => id.includes('/node_modules/react-dom/'))).toBe(true);
  });
});

it.each([
  'video-reference-card.tsx',
  'reference-images.tsx',
  'prepare-image.ts',
  'common-password.ts',
  'error-reasons.ts',
  'registry.ts',
  'send-request.ts',
])('the first page loads %s only when it is needed', (file) => {
  const isIn = (all: Rolldown.OutputChunk[]) =>
    all.some(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${file}`)));

  expect(isIn([...chunks.values()])).toBe(true);
  expect(isIn(firstPage())).toBe(false);
});

it.each([
  ['/components/concepts/script-sheet.tsx', '/index.html'],
  ['/account/components/api-keys.tsx', '/account/components/account-page.tsx'],
  ['/finish/image-tools/image-tools.tsx', '/finish/page/finish-page.tsx'],
  ['/finish/image-tools/painting.tsx', '/finish/image-tools/image-tools.tsx'],
  ['/finish/image-tools/move-tool.tsx', '/finish/image-tools/image-tools.tsx'],
  ['/finish/brand/layouts-dialog.tsx', '/finish/page/finish-page.tsx'],
])('%s is no part of %s, so that it does not load where it is not in use', (feature, page) => {
  expect(withImports(findChunk(page))).not.toContain(findChunk(feature));
});

describe('the finish page', () => {
  it('has at most 37.5 kB of script in addition to the first page, and 46 kB with the image tools', () => {
    const first = firstPage();
    const listAdded = (...names: string[]) =>
      withImports(...names.map((name) => findChunk(`/features/finish/${name}`))).filter(
        (chunk) => !first.includes(chunk),
      );
    const expectSize = (added: Rolldown.OutputChunk[]) =>
      expect(kilobytes(added.map(({ code }) => code)), explainSize(added, FINISH_ADVICE));
    const page = listAdded('page/finish-page.tsx');

    expect(page).not.toEqual([]);
    expectSize(page).toBeLessThanOrEqual(37.5);
    expectSize(listAdded('page/finish-page.tsx', 'image-tools/image-tools.tsx')).toBeLessThanOrEqual(46);
  });
});

it('only the finish page and its parts load the chunk of the finish page', () => {
  const page = findChunk('/features/finish/page/finish-page.tsx');
  const importers = [...chunks.values()].filter(({ imports }) => imports.includes(page.fileName));
  const own = importers.filter(({ moduleIds }) => moduleIds.some((id) => id.includes('/features/finish/')));

  expect(own).not.toEqual([]);
  expect(importers.map(({ fileName }) => fileName)).toEqual(own.map(({ fileName }) => fileName));
});

it('the sign-out, which loads without a press, loads no part of a picture or its consent', () => {
  const dialogs = findChunk('/ui/picture-dialog.tsx');

  expect(withImports(findChunk('/app/sign-out.tsx'))).not.toContain(dialogs);
});

it('the code of the messages creates no style element, which the content security policy forbids', () => {
  expect(/createElement\(.style.\)/.test(findChunk('/ui/toaster.tsx').code)).toBe(false);
});

it('the zip loads with the first export of several files', () => {
  const hasZip = ({ moduleIds }: Rolldown.OutputChunk) =>
    moduleIds.some((id) => id.includes('/node_modules/client-zip/'));

  expect([...chunks.values()].some(hasZip)).toBe(true);
  expect(firstPage().some(hasZip)).toBe(false);
});

describe('the sign-in page', () => {
  it('has at most 235 kB of script, with the headers of its files', () => {
    const page = signInPage();
    const size = kilobytes(page.map(({ code }) => code)) + HEADERS * page.length + HEAD_SCRIPT;

    expect(size, explainSize(page, SIGN_IN_ADVICE)).toBeLessThanOrEqual(235);
  });
});

it.each([
  ['index.html', '/index.html'],
  ['auth.html', '/features/auth/components/auth-layout.tsx'],
  ['developers.html', '/features/developers/components/developers-page.tsx'],
])('%s has the styles of its content before its scripts, and once', (name, content) => {
  const [head = '', scripts = ''] = (pages.get(name) ?? '').split('<template id="scripts">');
  const findStyles = (html: string) =>
    [...html.matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g)].map(([, file]) => file);
  const needed = ['/index.html', content].flatMap((ending) => [
    ...(findChunk(ending).viteMetadata?.importedCss ?? []),
  ]);

  expect(new Set(findStyles(head))).toEqual(new Set(needed));
  expect(findStyles(scripts).filter((file) => needed.includes(file ?? ''))).toEqual([]);
});

it('the document of the public API is a file of the site', () => {
  expect(document).toBe(JSON.stringify(buildOpenApi()));
});
