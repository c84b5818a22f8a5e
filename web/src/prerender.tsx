import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { PATHS } from './lib/paths.ts';
import { PRERENDERED_HOMES } from './prerendered-homes.ts';

/** Renders the HTML of the home page, for a visitor and for a user. Runs at build time. */
export async function prerenderHome(): Promise<string> {
  const homes = await Promise.all(
    Object.entries(PRERENDERED_HOMES).map(async ([id, session]) => {
      const html = await render(PATHS.home, <App prerenderedSession={session} />, id);
      return `<div id="${id}">${html}</div>`;
    }),
  );
  return homes.join('\n    ');
}

/** Renders the HTML that the sign-in page shows until its form has loaded. Runs at build time. */
export async function prerenderAuth(): Promise<string> {
  // The site also imports this module dynamically. A static import would make the bundler warn that no chunk is split off.
  const { AuthLoading } = await import('./features/auth/components/auth-layout.tsx');
  return render(PATHS.auth, <AuthLoading />);
}

/** Renders the HTML of the page for developers. Runs at build time. */
export const prerenderDevelopers = (): Promise<string> => render(PATHS.developers, <App />);

async function render(location: string, content: ReactNode, identifierPrefix = ''): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={location}>{content}</StaticRouter>
    </StrictMode>,
    {
      identifierPrefix,
      // React completes a page in chunks with inline scripts, which the content security policy forbids.
      progressiveChunkSize: Infinity,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
