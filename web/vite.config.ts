import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pureComponents } from './plugins/pure-components.ts';
import { devDocuments } from './plugins/dev-documents.ts';
import { openApiDocument } from './plugins/openapi-document.ts';
import { preloadFont } from './plugins/preload-font.ts';
import { prerenderedPages } from './plugins/prerendered-pages.ts';

const STUBS = join(import.meta.dirname, 'stubs');
/** The package's entry is its development build, whose warnings take half a kB. */
const ROUTER = join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs');
const SHARED_PARTS =
  /\/web\/src\/(ui\/(?!ask-status|toaster|place-messages|menu|download-menu|tick-box|slider|consent-dialog|picture-dialog|too-few-credits|select)|outbox\/(?!cutout-names|deletions|deliver|download|draw-saved|put-design|send-all|token|updates)|lib\/(wait|save-file|handed-picture|video-words|read-key|has-pasted-text|is-heic|is-video|canvas|ask-before-close|use-loaded)\.|api\/(page-error-sentences|version-urls|read-thumbnails|load-error-reader)\.|features\/generator\/components\/series\/(tile|use)-next\.)|\/contract\/limits\.ts$/;
/**
 * The parts of dialogs that several pages have, and that none shows before a press. The red button is not among them: the sign-out has
 * it and loads without a press, and a style sheet that could not be loaded is not loaded again.
 */
const DIALOG_PARTS = /\/web\/src\/ui\/(consent-dialog|picture-dialog|too-few-credits|select)\./;
/** The modules that every page of a signed-in user needs, and the first page of a visitor does not (`session/user-code.ts`). */
const USER_CODE =
  /\/web\/src\/(api\/(send-request|read-current-thumbnail)|generations\/(registry|reduce|stored-generations|mark-input)|features\/generator\/model\/(refresh-history|read-input)|lib\/mark-text|session\/expire-session)\.ts$|\/contract\/endpoints\/routes\.ts$/;
const DRAWING =
  /\/web\/src\/(lib\/(render\/(?!show-in-language|export-languages)|export\/encode-canvas\.)|api\/(load-bitmap|cutouts)\.)/;

/**
 * Sonner inserts a style element when it loads, which `style-src 'self'` forbids. The site imports Sonner's style sheet, so the
 * bundler removes this call.
 */
const TREE_SHAKING = { manualPureFunctions: ['__insertCSS'] };

export default defineConfig(({ command }) => {
  // Vite would build a site for development if the shell says so by one of these variables, or a file `.env` by the first one.
  if (command === 'build') {
    process.env['NODE_ENV'] = 'production';
    delete process.env['VITE_USER_NODE_ENV'];
  }
  return {
    root: import.meta.dirname,
    envDir: false,
    plugins: [
      react(),
      preloadFont(),
      pureComponents(/react-router\/dist\/production\/chunk-\w+\.mjs$/),
      openApiDocument(),
      prerenderedPages(),
      devDocuments(),
    ],
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: ROUTER },
        // Parts of Amplify's Authenticator that the site does not use. They are 29 kB of script.
        { find: /^\.\/authenticator\/\w\w\.mjs$/, replacement: join(STUBS, 'amplify-dictionaries.ts') },
        { find: /^qrcode$/, replacement: join(STUBS, 'qrcode.ts') },
        // SWR supports versions of React without this hook.
        { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      ],
    },
    build: {
      outDir: '../build/site',
      emptyOutDir: true,
      target: 'es2023',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Few chunks, because every request costs 1 kB of headers, and the first page lists the names of all of them. A module
      // belongs to the first group that finds it.
      rolldownOptions: {
        treeshake: TREE_SHAKING,
        // On a busy machine the prerendering counts as a slow plugin.
        checks: { bundlerTimings: false },
        output: {
          codeSplitting: {
            groups: [
              { name: 'home', tags: ['$initial'], priority: 7 },
              { name: 'session', test: /\/session\/(cognito|auth-error)\.ts$/, priority: 6 },
              {
                name: 'sign-in',
                test: /\/session\/(reauthenticate|change-password|password-checklist)\.tsx?$/,
                priority: 5,
              },
              // The sign-in page has messages, and no other of the shared parts.
              { name: 'message', test: /\/ui\/message\.css$/, priority: 5 },
              // The parts that every page of a signed-in user loads after its first paint.
              {
                name: 'late',
                test: /\/web\/src\/(ui\/(toaster|place-messages)|app\/(late|balance-of-tabs|kept-photos))\.tsx?$/,
                priority: 5,
              },
              // Small modules that several pages share.
              { name: 'parts', test: SHARED_PARTS, minShareCount: 2, priority: 4 },
              { name: 'dialogs', test: DIALOG_PARTS, minShareCount: 2, priority: 3 },
              // One file, which loads while Amplify loads.
              { name: 'user', test: USER_CODE, priority: 3 },
              // What draws and encodes images, for the finish page and for the exports of other pages.
              { name: 'drawing', test: DRAWING, minShareCount: 2, priority: 2 },
              // A set beside the large image and a set side by side share most of their code.
              { name: 'versions', test: /\/components\/variations\/(?!versions-icon)/, priority: 1 },
              { name: 'finish', test: /\/finish\/page\/finish-page\.tsx$/, priority: 1 },
            ],
          },
        },
      },
      // The Authenticator is one chunk of 420 kB (96 kB compressed). Only the sign-in page loads it.
      chunkSizeWarningLimit: 500,
    },
    optimizeDeps: { rolldownOptions: { treeshake: TREE_SHAKING } },
  };
});
