import { build } from 'esbuild';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { renderHome } from './render-home.ts';

const CHOOSER = join(import.meta.dirname, '../src/choose-first-paint.ts');

const EMPTY_SHELL = '<div id="root"></div>';

/**
 * Makes two pages of the one that Vite builds: `app.html`, the empty shell of every page, and `index.html`, the shell
 * with the home page prerendered into it.
 */
export function prerenderedHome(): Plugin {
  return {
    name: 'prerendered-home',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, files) {
      const page = files['index.html'];
      if (page?.type !== 'asset') return this.error('index.html is not in the bundle');
      const shell = String(page.source);
      this.emitFile({ type: 'asset', fileName: 'app.html', source: shell });

      const [home, source] = await Promise.all([renderHome(), bundleOfChooser()]);
      const chooser = this.emitFile({ type: 'asset', name: 'choose-first-paint.js', source });
      page.source = [
        [EMPTY_SHELL, home],
        ['<title>', `<script src="/${this.getFileName(chooser)}"></script>\n    <title>`],
        ['</title>', '</title>\n    <link rel="canonical" href="https://site.invalid/" />'],
      ].reduce((html, [mark = '', replacement = '']) => {
        if (html.split(mark).length !== 2) this.error(`index.html has to have one ${mark}`);
        return html.replace(mark, () => replacement);
      }, shell);
    },
  };
}

/** Not a module: a module waits until the page has been parsed, and the painting does not wait for it. */
async function bundleOfChooser(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [CHOOSER],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
