import openApi from 'virtual:openapi-document';
import type { OperationObject } from '#contract/endpoints/openapi.ts';
import { namePacks } from '#contract/packs.ts';
import { MCP, OPENAPI_PATH } from '#contract/endpoints/public-api.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { notify } from '../../../ui/notify.ts';
import { Page } from '../../../ui/page.tsx';
import { listFirstImages, listMcpClients } from '../model/examples.ts';
import type { Snippet } from '../model/examples.ts';
import './developers.css';

/** The origin of the site. Each stage replaces the placeholder in the prerendered page with its origin. */
const ORIGIN = typeof location === 'undefined' ? 'https://site.invalid' : location.origin;

const OPERATIONS = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

/** Explains the public API and the MCP server. The list of operations comes from the OpenAPI document. */
export default function DevelopersPage() {
  return (
    <Page {...HEADINGS.developers}>
      <div className="developers">
        <section>
          <h2>Get a key</h2>
          <ol>
            <li>
              <Link to={PATHS.buyCredits}>{`Buy the ${namePacks(({ apiKeys }) => apiKeys)} pack`}</Link>. Its
              credits are the credits of your requests.
            </li>
            <li>
              Create a key on <Link to={PATHS.account}>your account page</Link>, and copy it. It is shown
              once.
            </li>
            <li>
              Keep it in an environment variable:
              <CodeBlock title="Shell" code="export THUMBFORGE_KEY=tf_…" />
            </li>
          </ol>
        </section>
        <section>
          <h2>Make your first image</h2>
          <p>The price of the model is taken from your credits, as on the site.</p>
          {listFirstImages(ORIGIN).map(({ language, ...snippet }) => (
            <CodeBlock key={language} {...snippet} />
          ))}
        </section>
        <section>
          <h2>Requests that take credits</h2>
          <p>
            Each of them needs the header <code>Idempotency-Key</code>, a new UUID for each image, which
            becomes the id of the result. When you lose an answer, send the same request with the same key
            again: it takes nothing more, and answers with the state of the first one. What fails is refunded,
            and the field <code>charge</code> of an error says so.
          </p>
          <p>
            The status is 202 while every model is busy. The image waits in line; ask for it by its id after
            the seconds in <code>Retry-After</code>.
          </p>
        </section>
        <section>
          <h2>Limits</h2>
          <p>
            Each key has a limit of requests in a minute, and your account has the limits that it has on the
            site, shared by all keys. Above a limit the status is 429, and <code>Retry-After</code> says when
            to go on. The URLs of images work for one to seven hours.
          </p>
        </section>
        <section>
          <h2>Operations</h2>
          <p>
            The <a href={OPENAPI_PATH}>OpenAPI document</a> describes all of them for your tools.
          </p>
          {OPERATIONS.map(({ route, operation }) => (
            <Operation key={route} route={route} operation={operation} />
          ))}
        </section>
        <section>
          <h2>Use it from an assistant</h2>
          <p>
            <code>{MCP.path}</code> is a server of the Model Context Protocol. Its tools generate, edit, list
            and show thumbnails, and read your credits. The tools that take credits say so.
          </p>
          {listMcpClients(ORIGIN).map((snippet) => (
            <CodeBlock key={snippet.title} {...snippet} />
          ))}
        </section>
      </div>
    </Page>
  );
}

function Operation({ route, operation }: { route: string; operation: OperationObject }) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const fields = [
    ...parameters.map(({ name, schema, required }) => ({
      name,
      type: describeType(schema),
      isRequired: required,
    })),
    ...(requestBody ? listFields(requestBody.content['application/json'].schema) : []),
  ];
  return (
    <article aria-labelledby={operationId}>
      <h3 id={operationId}>{summary}</h3>
      <p>
        <code>{route}</code>
      </p>
      <p>{description}</p>
      {fields.length > 0 && <Fields fields={fields} />}
      <dl>
        {Object.entries(responses).map(([status, response]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{response.description.replaceAll('`', '')}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function Fields({ fields }: { fields: readonly FieldRow[] }) {
  return (
    <ul>
      {fields.map(({ name, type, isRequired }) => (
        <li key={name}>
          <code>{name}</code> <span>{`${isRequired ? 'required, ' : ''}${type}`}</span>
        </li>
      ))}
    </ul>
  );
}

function CodeBlock({ title, code }: Snippet) {
  const copy = () =>
    void navigator.clipboard.writeText(code).then(
      () => notify.success('Copied.'),
      () => notify.error('It could not be copied. Select it and copy it yourself.'),
    );
  return (
    <figure className="code-block">
      <figcaption>
        <span>{title}</span>
        <Button variant="quiet" aria-label={`Copy ${title}`} onClick={copy}>
          Copy
        </Button>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so a keyboard must reach it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}

type JsonSchema = Readonly<Record<string, unknown>>;

interface FieldRow {
  name: string;
  type: string;
  isRequired: boolean;
}

/** The fields of an object, for a table. */
function listFields(schema: JsonSchema): FieldRow[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    type: describeType(each),
    isRequired: required.includes(name),
  }));
}

/** Describes a type, for example `string`, `one of "style", "layout"`, `object with kind "erase", mask, or object with kind "upscale"`. */
function describeType(schema: JsonSchema): string {
  const { type, format, enum: values, oneOf, anyOf, items, properties, const: constant } = schema;
  const variants = oneOf ?? anyOf;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (Array.isArray(variants)) return (variants as JsonSchema[]).map(describeType).join(', or ');
  if (type === 'array') return `list of ${describeType(items as JsonSchema)}`;
  if (type === 'object' && properties !== undefined)
    return `{ ${listFields(schema).map(describeField).join(', ')} }`;
  if (format === 'uuid') return 'UUID';
  return [type].flat().join(' or ');
}

/** A constant says what the object is. */
const describeField = ({ name, type, isRequired }: FieldRow) =>
  `${name}${isRequired ? '' : '?'}${type.startsWith('"') ? `: ${type}` : ''}`;
