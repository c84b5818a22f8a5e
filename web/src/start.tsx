import { startTransition, StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { HydrationOptions, Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { LAZY_PAGES, loadAuthLayout } from './app/lazy-pages.tsx';
import { PATHS } from './lib/paths.ts';
import { PRERENDERED_HOMES, visibleHomeId } from './prerendered-homes.ts';
import { rememberFields } from './lib/use-early-input.ts';
import { setHydrated } from './lib/use-is-hydrated.ts';
import { sessionStore, VISITOR } from './session/session-store.ts';
import type { Session } from './session/session-store.ts';
import { loadUserCode } from './session/user-code.ts';

/** Hydrates a prerendered page. On other pages it renders into the shell. */
export async function start(): Promise<Root> {
  // The code arrives while Amplify loads, so that the session does not wait for it.
  if (sessionStore.get() !== VISITOR) void loadUserCode();
  const shell = document.getElementById('root');
  if (shell) {
    if ('prerendered' in shell.dataset) {
      // The prerendered content of the page stays until the code of the page has loaded. It shows the page as a visitor sees it.
      // The site reports a failed load.
      const load =
        location.pathname === PATHS.auth
          ? loadAuthLayout
          : LAZY_PAGES.find(({ path }) => path === location.pathname)?.load;
      await load?.().catch(() => undefined);
      if (sessionStore.get() === VISITOR) return await hydrate(shell, renderSite());
    }
    setHydrated(true);
    const root = createRoot(shell);
    root.render(renderSite());
    return root;
  }
  const homeId = visibleHomeId();
  const container = document.getElementById(homeId);
  if (!container) throw new Error('The page has no container to render into');
  for (const id of Object.keys(PRERENDERED_HOMES)) if (id !== homeId) document.getElementById(id)?.remove();
  rememberFields(container);
  return hydrate(container, renderSite(PRERENDERED_HOMES[homeId]), { identifierPrefix: homeId });
}

const renderSite = (prerenderedSession?: Session) => (
  <StrictMode>
    <BrowserRouter>
      <App {...(prerenderedSession && { prerenderedSession })} />
    </BrowserRouter>
  </StrictMode>
);

/** Hydrates in short tasks, so that the browser can answer the visitor between them. */
function hydrate(container: HTMLElement, site: ReactNode, options?: HydrationOptions): Promise<Root> {
  setHydrated(false);
  return new Promise((resolve) => startTransition(() => resolve(hydrateRoot(container, site, options))));
}
