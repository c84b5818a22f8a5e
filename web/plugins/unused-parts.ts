import { basename } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Removes parts of Amplify's Authenticator that the site does not use: its twenty other languages, and QR codes for a
 * second factor, which the user pool does not have. They are a fifth of the sign-in page's size.
 */
export function englishAuthenticator(): Plugin {
  return {
    name: 'english-authenticator',
    apply: 'build',
    load: {
      filter: {
        id: /[\\/](@aws-amplify[\\/]ui[\\/]dist[\\/]esm[\\/]i18n[\\/]dictionaries[\\/]authenticator[\\/](?!en\.|defaultTexts\.)\w+\.mjs|qrcode[\\/]lib[\\/]browser\.js)$/,
      },
      handler: (id) =>
        id.includes('qrcode') ? 'export default {};' : `export const ${basename(id, '.mjs')}Dict = {};`,
    },
  };
}

/**
 * Removes the components of React Router that the site does not use, such as Form and ScrollRestoration. The bundler keeps
 * them by itself, because the call that creates a component and the assignment of its `displayName` may have side effects.
 */
export function routerWithoutUnusedComponents(): Plugin {
  const displayName = /^\w+\.displayName = ".+";$/gm;
  const creation = /(?<== )(?=React\d*\.(?:createContext|forwardRef|memo)\()/g;
  return {
    name: 'router-without-unused-components',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs$/ },
      handler: (code) => ({
        code: code.replace(displayName, '').replace(creation, '/* @__PURE__ */ '),
        map: null,
      }),
    },
  };
}
