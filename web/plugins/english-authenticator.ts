import { basename } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Leaves out what Amplify's Authenticator brings and this site never shows: its words in twenty other languages, and
 * the drawing of QR codes for a second factor that the user pool does not ask for. A fifth of that page's weight.
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
