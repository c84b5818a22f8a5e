import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');

/** Lists the fields of every message that the functions log. The type checker knows them also if the call spreads an object. */
export function listLogEvents(): Map<string, Set<string>> {
  const paths = readdirSync(join(ROOT, 'functions'), { recursive: true, encoding: 'utf8' })
    .map((path) => join(ROOT, 'functions', path))
    .filter((path) => path.endsWith('.ts') && /\blogger\.\w+\(/.test(readFileSync(path, 'utf8')));
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  const events = new Map<string, Set<string>>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^logger\.\w+$/.test(node.expression.getText())) {
      const [message, details] = node.arguments;
      if (message !== undefined && ts.isStringLiteral(message)) {
        const fields = details === undefined ? [] : checker.getTypeAtLocation(details).getProperties();
        const known = events.get(message.text) ?? [];
        events.set(message.text, new Set([...known, ...fields.map(({ name }) => name)]));
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const path of paths) {
    const file = program.getSourceFile(path);
    if (file !== undefined) visit(file);
  }
  return events;
}
