import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const LOCAL_CLOUD = 'http://localhost:5173';

/** The browser learns of the font from the page itself, not after the style sheet has arrived. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}

/** Sonner writes its styles into a style element, which `style-src 'self'` forbids: they are imported as a file instead. */
function sonnerWithoutInlineStyles(): Plugin {
  const insertion = /^__insertCSS\(".*"\);?$/m;
  return {
    name: 'sonner-without-inline-styles',
    apply: 'build',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!insertion.test(code))
          this.error('sonner no longer inserts its styles the way this plugin removes');
        return { code: code.replace(insertion, ''), map: null };
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFont(), sonnerWithoutInlineStyles()],
  build: {
    outDir: '../build/site',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The Authenticator is one piece of 520 kB (108 kB on the wire), loaded by the sign-in page alone.
    chunkSizeWarningLimit: 600,
  },
  server: {
    port: 5174,
    proxy: { '/api': LOCAL_CLOUD, '/config.json': LOCAL_CLOUD, '/local': LOCAL_CLOUD },
  },
});
