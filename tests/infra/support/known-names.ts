import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINT_NAMES, routeKey } from '#contract/endpoints/endpoints.ts';
import { isPublicEndpoint, MCP, publicRouteKey } from '#contract/endpoints/public-api.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CLIENTS = 'node_modules/@aws-sdk';
/** The browser's own names. */
const BROWSER = ['lib.dom.d.ts', 'lib.webworker.d.ts'].map((name) => `node_modules/typescript/lib/${name}`);

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const listWords = (text: string) => text.match(/[A-Za-z_]\w*/g) ?? [];
const removeComments = (code: string) => code.replaceAll(/(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm, '');
/** Names a Lambda function as its stack does: `create-edit` becomes `CreateEdit`. */
const toPascalCase = (operation: string) =>
  operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Lists the operations, structures and errors of every AWS client that the repository installs. */
function listVendorWords(): string[] {
  const folders = readdirSync(join(ROOT, CLIENTS))
    .filter((name) => name.startsWith('client-'))
    .flatMap((name) => ['schemas', 'models'].map((part) => `${CLIENTS}/${name}/dist-types/${part}`));
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  return [...files, ...BROWSER].flatMap((path) => listWords(read(path)));
}

/** A name, a chain of names such as `rateLimits.welcomes`, or a call without arguments. */
const IDENTIFIER = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?$/;
const HOST = /\.(?:com|org|io|net)$/;
const KEBAB = /^[a-z\d]+(?:-[a-z\d]+)+$/;
/** A message of a log or of a command. */
const MESSAGE = /^(?!npm |npx |aws )[a-z]+(?: [a-z]+){2,}$/;
const ROUTE = /^(?:GET|POST|PUT|PATCH|DELETE) \//;
const SCRIPT = /\bnpm run (?:--silent )?([a-z][\w:]*)/g;
const VARIABLE = /\b([A-Z][A-Z_]{3,})=/g;

/**
 * Finds the names in a document that do not exist: identifiers, operations, routes, messages, npm scripts and environment variables. An
 * identifier exists in the code without its comments. A vendor's name exists in the types of the AWS clients or of the browser.
 * @param paths every file of the repository.
 */
export function createNameCheck(
  paths: readonly string[],
): (spans: readonly string[], text: string) => string[] {
  const code = paths
    .filter((path) => /\.(?:tsx?|css|html|yml|cjs|json)$|^\.ci\//.test(path) && path !== 'package-lock.json')
    .filter((path) => !path.startsWith('tests/infra/snapshots/'))
    .map((path) => removeComments(read(path)))
    .join('\n');
  const operations = paths.flatMap(
    (path) => /^functions\/(?:api|events)\/([\w-]+)\.ts$/.exec(path)?.[1] ?? [],
  );
  const words = new Set([...listWords(code), ...operations.map(toPascalCase), ...listVendorWords()]);
  const routes = new Set<string>([
    ...ENDPOINT_NAMES.map(routeKey),
    ...ENDPOINT_NAMES.filter(isPublicEndpoint).map(publicRouteKey),
    ...MCP.methods.map((method) => `${method} ${MCP.path}`),
  ]);
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

  const exists = (span: string) => {
    if (ROUTE.test(span)) return routes.has(span);
    if (KEBAB.test(span)) return code.includes(span) || paths.some((path) => path.includes(span));
    if (MESSAGE.test(span)) return code.includes(span);
    if (!IDENTIFIER.test(span) || HOST.test(span)) return true;
    return listWords(span).every((word) => words.has(word));
  };
  return (spans, text) => [
    ...spans.filter((span) => !exists(span)),
    ...[...text.matchAll(SCRIPT)].flatMap(([, name = '']) => (name in scripts ? [] : [`npm run ${name}`])),
    ...[...text.matchAll(VARIABLE)].flatMap(([, name = '']) => (words.has(name) ? [] : [name])),
  ];
}
