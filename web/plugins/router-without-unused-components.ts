import type { Plugin } from 'vite';

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
