import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ENTRIES = 'infra/functions';
const COUNTER = 'functions/platform/rate-limits/rate-limits.ts';
/** Imports and exports of values from another file of the functions. */
const IMPORT = /^(?:im|ex)port(?! type)\b[^;]*?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm;

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Returns true if a file imports the counter of requests, itself or through other files. */
function importsCounter(path: string, seen = new Set<string>()): boolean {
  if (path === COUNTER) return true;
  if (seen.has(path)) return false;
  seen.add(path);
  const imports = [...read(path).matchAll(IMPORT)];
  return imports.some(([, name = '', lazy = name]) =>
    importsCounter(join(path, '..', lazy).replaceAll('\\', '/'), seen),
  );
}

type Declarations = ReadonlyMap<string, ts.Node>;

/** Finds the functions and constants of a file, and the entries of the functions that it creates. */
function readEntries(file: string) {
  const declarations = new Map<string, ts.Node>();
  const entries: ts.PropertyAssignment[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name !== undefined) {
      declarations.set(node.name.getText(), node);
    }
    if (ts.isCallExpression(node) && node.expression.getText() === 'createFunctions') {
      const [, , definitions] = node.arguments;
      if (definitions !== undefined && ts.isObjectLiteralExpression(definitions)) {
        entries.push(...definitions.properties.filter((each) => ts.isPropertyAssignment(each)));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return { declarations, entries };
}

/** Returns true if an expression calls `allowCounting`, itself or through the declarations that it names. */
function allowsCounting(node: ts.Node, declarations: Declarations, seen = new Set<string>()): boolean {
  if (!ts.isIdentifier(node)) {
    return ts.forEachChild(node, (child) => allowsCounting(child, declarations, seen)) ?? false;
  }
  if (node.text === 'allowCounting') return true;
  const declaration = declarations.get(node.text);
  if (declaration === undefined || seen.has(node.text)) return false;
  return allowsCounting(declaration, declarations, seen.add(node.text));
}

const shared = readEntries(`${ENTRIES}/create-functions.ts`).declarations;
const OPERATIONS = readdirSync(join(ROOT, ENTRIES)).flatMap((name) => {
  const { declarations, entries } = readEntries(`${ENTRIES}/${name}`);
  return entries.map(({ name: operation, initializer }) => ({
    operation: operation.getText().replaceAll("'", ''),
    entry: `${ENTRIES}/${name}`,
    allows: allowsCounting(initializer, new Map([...shared, ...declarations])),
  }));
});

it.each(OPERATIONS)(
  'the function of $operation may count requests if its code counts them, and only then',
  ({ operation, entry, allows }) => {
    const files = ['api', 'events'].map((folder) => `functions/${folder}/${operation}.ts`);
    const file = files.find((path) => existsSync(join(ROOT, path))) ?? '';
    const counts = importsCounter(file);
    const advice = counts
      ? `${file} counts requests against a limit: add allowCounting(context) to '${operation}' in ${entry}.`
      : `${file} counts no request: remove allowCounting(context) from '${operation}' in ${entry}.`;

    expect(allows, advice).toBe(counts);
  },
);
