import type { Plugin } from 'vite';

/** Removes Sonner's style element, which `style-src 'self'` forbids. The site imports Sonner's style sheet instead. */
export function sonnerWithoutInlineStyles(): Plugin {
  const insertion = /^__insertCSS\(".*"\);?$/m;
  return {
    name: 'sonner-without-inline-styles',
    apply: 'build',
    transform: {
      filter: { id: /sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!insertion.test(code))
          this.error('Sonner no longer inserts its styles in the way that this plugin removes');
        return { code: code.replace(insertion, ''), map: null };
      },
    },
  };
}
