import type { Plugin, Rolldown } from 'vite';

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number];

/** A range of the source that is replaced, in UTF-16 code units. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Lets the bundler remove the components of a package that the site does not use. The bundler keeps them by itself, because a call such
 * as `forwardRef` and the assignment of a component's `displayName` may have side effects. The plugin reads the syntax tree: it marks
 * these calls as pure, and leaves out these assignments, at the top level of a module.
 * @param files the modules of the package
 */
export function pureComponents(files: RegExp): Plugin {
  return {
    name: 'pure-components',
    apply: 'build',
    transform: {
      filter: { id: files },
      handler(code) {
        const edits = this.parse(code).body.flatMap(listEdits);
        const edited = edits.reduceRight(
          (source, { start, end, text }) => source.slice(0, start) + text + source.slice(end),
          code,
        );
        return { code: edited, map: null };
      },
    },
  };
}

const COMPONENT_MAKERS = ['createContext', 'forwardRef', 'memo'];

function listEdits(statement: Statement): Edit[] {
  const { start, end } = statement;
  if (statement.type === 'ExpressionStatement') {
    const { expression } = statement;
    const isName =
      expression.type === 'AssignmentExpression' && getProperty(expression.left) === 'displayName';
    return isName ? [{ start, end, text: '' }] : [];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap(({ init }) =>
    init?.type === 'CallExpression' && COMPONENT_MAKERS.includes(getProperty(init.callee) ?? '')
      ? [{ start: init.start, end: init.start, text: '/* @__PURE__ */ ' }]
      : [],
  );
}

/** Returns the name of the property that `object.name` reads; undefined for another expression. */
const getProperty = (node: { type: string; computed?: boolean; property?: object }): string | undefined =>
  node.type === 'MemberExpression' && node.computed === false && node.property && 'name' in node.property
    ? String(node.property.name)
    : undefined;
