import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { PATHS } from './app/paths.ts';
import { FIRST_PAINTS } from './first-paints.ts';

/** The HTML of the home page's first paints, each in its container. Run at build. */
export async function prerenderHome(): Promise<string> {
  const paints = await Promise.all(
    Object.entries(FIRST_PAINTS).map(async ([id, session]) => {
      const { prelude } = await prerender(
        <StrictMode>
          <StaticRouter location={PATHS.home}>
            <App firstSession={session} />
          </StaticRouter>
        </StrictMode>,
        {
          identifierPrefix: id,
          // A page in pieces would need inline scripts to put it together.
          progressiveChunkSize: Infinity,
          onError: (error) => {
            throw error;
          },
        },
      );
      return `<div id="${id}">${await new Response(prelude).text()}</div>`;
    }),
  );
  return paints.join('\n    ');
}
