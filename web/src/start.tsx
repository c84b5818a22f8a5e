import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { FIRST_PAINTS, shownFirst } from './first-paints.ts';
import type { Session } from './session/session-store.ts';

/** Takes over the prerendered home page where the document is one; any other starts as an empty shell. */
export function start(): Root {
  const shell = document.getElementById('root');
  if (shell) {
    const root = createRoot(shell);
    root.render(site());
    return root;
  }
  const shown = shownFirst();
  const container = document.getElementById(shown);
  if (!container) throw new Error('The page has nothing to render into');
  for (const id of Object.keys(FIRST_PAINTS)) if (id !== shown) document.getElementById(id)?.remove();
  return hydrateRoot(container, site(FIRST_PAINTS[shown]), { identifierPrefix: shown });
}

const site = (firstSession?: Session) => (
  <StrictMode>
    <BrowserRouter>
      <App {...(firstSession && { firstSession })} />
    </BrowserRouter>
  </StrictMode>
);
