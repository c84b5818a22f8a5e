import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { PATHS } from './app/paths.ts';
import { AuthLoading } from './auth/auth-loading.tsx';
import { FIRST_PAINTS } from './first-paints.ts';

/** The HTML of the home page's first paints, each in its container. Run at build. */
export async function prerenderHome(): Promise<string> {
  const paints = await Promise.all(
    Object.entries(FIRST_PAINTS).map(async ([id, session]) => {
      const html = await htmlOf(PATHS.home, <App firstSession={session} />, id);
      return `<div id="${id}">${html}</div>`;
    }),
  );
  return paints.join('\n    ');
}

/** The HTML of what the sign-in page shows until its form is there. Run at build. */
export const prerenderAuth = (): Promise<string> => htmlOf(PATHS.auth, <AuthLoading />);

async function htmlOf(location: string, content: ReactNode, identifierPrefix = ''): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={location}>{content}</StaticRouter>
    </StrictMode>,
    {
      identifierPrefix,
      // A page in pieces would need inline scripts to put it together.
      progressiveChunkSize: Infinity,
      onError: (error) => {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
