import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { LAZY_PAGES } from './app/lazy-pages.tsx';
import { PRERENDERED_HOMES, visibleHomeId } from './prerendered-homes.ts';
import type { Session } from './session/session-store.ts';

/** Hydrates the prerendered home page. On other pages it renders into the shell. */
export function start(): Root {
  const shell = document.getElementById('root');
  if (shell) {
    const root = createRoot(shell);
    const page = LAZY_PAGES.find(({ path }) => path === location.pathname);
    // The prerendered content of a page stays until its code is there.
    if ('prerendered' in shell.dataset && page) void page.load().finally(() => root.render(renderSite()));
    else root.render(renderSite());
    return root;
  }
  const homeId = visibleHomeId();
  const container = document.getElementById(homeId);
  if (!container) throw new Error('The page has no container to render into');
  for (const id of Object.keys(PRERENDERED_HOMES)) if (id !== homeId) document.getElementById(id)?.remove();
  return hydrateRoot(container, renderSite(PRERENDERED_HOMES[homeId]), { identifierPrefix: homeId });
}

const renderSite = (prerenderedSession?: Session) => (
  <StrictMode>
    <BrowserRouter>
      <App {...(prerenderedSession && { prerenderedSession })} />
    </BrowserRouter>
  </StrictMode>
);
