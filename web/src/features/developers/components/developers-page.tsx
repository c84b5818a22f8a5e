import openApi from 'virtual:openapi-document';
import type { ReactNode } from 'react';
import { describePack, namePacks } from '#contract/packs.ts';
import { MCP, OPENAPI_PATH } from '#contract/endpoints/public-api.ts';
import { usePacks } from '../../../api/read-credits.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { Link } from '../../../ui/link.tsx';
import { Page } from '../../../ui/page.tsx';
import { listFirstImages, listMcpClients } from '../model/examples.ts';
import { CodeBlock } from './code-block.tsx';
import { Operation } from './operation.tsx';
import './developers.css';

/** The origin of the site. Each stage replaces the placeholder in the prerendered page with its origin. */
const ORIGIN = typeof location === 'undefined' ? 'https://site.invalid' : location.origin;

const OPERATIONS = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** The headings of the sections by their ids, in the order of the page. */
const SECTIONS = {
  key: 'Get a key',
  'first-image': 'Make your first image',
  credits: 'Requests that take credits',
  limits: 'Limits',
  operations: 'Operations',
  assistant: 'Use it from an assistant',
} as const;

type SectionId = keyof typeof SECTIONS;

/** Explains the public API and the MCP server. The list of operations comes from the OpenAPI document. */
export default function DevelopersPage() {
  return (
    <Page {...HEADINGS.developers}>
      <div className="developers">
        <Contents />
        <div className="developers-sections">
          <Section id="key">
            <KeySteps />
          </Section>
          <Section id="first-image">
            <p>The price of the model is taken from your credits, as on the site.</p>
            {listFirstImages(ORIGIN).map(({ language, ...snippet }) => (
              <CodeBlock key={language} {...snippet} />
            ))}
          </Section>
          <Section id="credits">
            <p>
              Each of them needs the header <code>Idempotency-Key</code>, a new UUID for each image, which
              becomes the id of the result. When you lose an answer, send the same request with the same key
              again: it takes nothing more, and answers with the state of the first one. What fails is
              refunded, and the field <code>charge</code> of an error says so.
            </p>
            <p>
              The status is 202 while every model is busy. The image waits in line; ask for it by its id after
              the seconds in <code>Retry-After</code>.
            </p>
          </Section>
          <Section id="limits">
            <p>
              Each key has a limit of requests in a minute, and your account has the limits that it has on the
              site, shared by all keys. Above a limit the status is 429, and <code>Retry-After</code> says
              when to go on. The URLs of images work for one to seven hours.
            </p>
          </Section>
          <Section id="operations">
            <p>
              The <a href={OPENAPI_PATH}>OpenAPI document</a> describes all of them for your tools.
            </p>
            {OPERATIONS.map(({ route, operation }) => (
              <Operation key={route} route={route} operation={operation} />
            ))}
          </Section>
          <Section id="assistant">
            <p>
              <code>{MCP.path}</code> is a server of the Model Context Protocol. Its tools generate, edit,
              list and show thumbnails, and read your credits. The tools that take credits say so.
            </p>
            {listMcpClients(ORIGIN).map((snippet) => (
              <CodeBlock key={snippet.title} {...snippet} />
            ))}
          </Section>
        </div>
      </div>
    </Page>
  );
}

/** The table of contents. The operations are below their section. */
const Contents = () => (
  <nav className="developers-contents" aria-label="On this page">
    <ul>
      {Object.entries(SECTIONS).map(([id, title]) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
          {id === ('operations' satisfies SectionId) && (
            <ul>
              {OPERATIONS.map(({ operation: { operationId, summary } }) => (
                <li key={operationId}>
                  <a href={`#${operationId}`}>{summary}</a>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  </nav>
);

const Section = ({ id, children }: { id: SectionId; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{SECTIONS[id]}</h2>
    {children}
  </section>
);

/** The steps to a key. The first step is done for an account whose pack has keys. */
function KeySteps() {
  const pack = usePacks(useUserId())
    .map(describePack)
    .find(({ apiKeys }) => apiKeys);
  return (
    <ol>
      <li>
        {pack ? (
          <span>{`Done: you have the ${pack.name} pack.`}</span>
        ) : (
          <>
            <Link to={PATHS.buyCredits}>{`Buy the ${namePacks(({ apiKeys }) => apiKeys)} pack`}</Link>
            <span>.</span>
          </>
        )}{' '}
        <span>Its credits are the credits of your requests.</span>
      </li>
      <li>
        Create a key on <Link to={PATHS.account}>your account page</Link>, and copy it. It is shown once.
      </li>
      <li>
        Keep it in an environment variable:
        <CodeBlock title="Shell" code="export THUMBFORGE_KEY=tf_…" />
      </li>
    </ol>
  );
}
