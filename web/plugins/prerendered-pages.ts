import { build } from 'esbuild';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { renderPages } from './render-pages.ts';

const EARLY = join(import.meta.dirname, '../src/early.ts');

const EMPTY_SHELL = '<div id="root"></div>';
const TITLE = /<title>.*<\/title>/g;
/** What the first paint can do without. */
const LATER = /\s*(<script type="module"[^>]*><\/script>|<link rel="(?:modulepreload|manifest)"[^>]*>)/g;

/** What the sign-in page loads beside the site's first script. */
const AUTH_ENTRIES = ['/auth/auth-page.tsx', '/session/cognito.ts'];

/**
 * Makes three pages of the one that Vite builds: `app.html`, the empty shell of every page; `index.html`, with the home
 * page prerendered into it; and `auth.html`, with the card of the sign-in page. The scripts of the prerendered ones wait
 * in a template until the page has been painted (`web/src/scripts-after-paint.ts`).
 */
export function prerenderedPages(): Plugin {
  return {
    name: 'prerendered-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, files) {
      const page = files['index.html'];
      if (page?.type !== 'asset') return this.error('index.html is not in the bundle');
      const shell = String(page.source);
      const [{ home, auth }, early] = await Promise.all([renderPages(), bundleOfEarly()]);
      const script = this.getFileName(this.emitFile({ type: 'asset', name: 'early.js', source: early }));

      const prerendered = (path: string, content: string, more: string[]) => {
        const later = [...shell.matchAll(LATER)].map(([, tag = '']) => tag);
        const template = `  <template id="scripts">${[...later, ...more].join('')}</template>\n  </head>`;
        const canonical = `<link rel="canonical" href="https://site.invalid${path}" />`;
        const changes: [mark: string | RegExp, change: (found: string) => string][] = [
          [EMPTY_SHELL, () => content],
          [TITLE, (title) => `<script src="/${script}"></script>\n    ${title}\n    ${canonical}`],
          ['</head>', () => template],
        ];
        return changes.reduce(
          (html, [mark, change]) => {
            if (html.split(mark).length !== 2) this.error(`index.html has to have one ${String(mark)}`);
            return html.replace(mark, change);
          },
          shell.replaceAll(LATER, ''),
        );
      };
      this.emitFile({ type: 'asset', fileName: 'app.html', source: shell });
      this.emitFile({
        type: 'asset',
        fileName: 'auth.html',
        source: prerendered('/auth', `<div id="root">${auth}</div>`, linksTo(AUTH_ENTRIES, files)),
      });
      page.source = prerendered('/', home, []);
    },
  };
}

/** So that a page need not wait for its first script to learn of the next. @throws Error when a chunk is missing. */
function linksTo(entries: readonly string[], files: Rolldown.OutputBundle): string[] {
  return entries.flatMap((entry) => {
    const chunk = Object.values(files).find(
      (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(entry) === true,
    );
    if (chunk?.type !== 'chunk') throw new Error(`No chunk begins with ${entry}`);
    const styles = [...(chunk.viteMetadata?.importedCss ?? [])];
    return [
      ...[chunk.fileName, ...chunk.imports].map(
        (file) => `<link rel="modulepreload" crossorigin href="/${file}">`,
      ),
      ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ];
  });
}

/** Not a module: a module waits until the page has been parsed, and the painting does not wait for it. */
async function bundleOfEarly(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [EARLY],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
