import type { Plugin } from 'vite';

/** Sonner writes its styles into a style element, which `style-src 'self'` forbids: they are imported as a file instead. */
export function sonnerWithoutInlineStyles(): Plugin {
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
