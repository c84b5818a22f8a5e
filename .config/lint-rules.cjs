/** Names of variables and functions of the site that hold elements. */
const ELEMENTS = /^(children|page|icon|actions|aside|suggestions|content|handle|option|select|createPortal)$/;

/**
 * Returns whether an expression never renders a text: an element, nothing, or a list or a choice of these. The value of a
 * variable or of a call can be a text.
 */
function isWithoutText(node) {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
    case 'JSXEmptyExpression':
      return true;
    case 'Literal':
      return node.value === null || typeof node.value === 'boolean';
    case 'Identifier':
      return node.name === 'undefined' || ELEMENTS.test(node.name);
    case 'MemberExpression':
      return ELEMENTS.test(node.property.name);
    case 'LogicalExpression':
      return isWithoutText(node.right) && (node.operator === '&&' || isWithoutText(node.left));
    case 'ConditionalExpression':
      return isWithoutText(node.consequent) && isWithoutText(node.alternate);
    case 'ChainExpression':
      return isWithoutText(node.expression);
    case 'ArrowFunctionExpression':
      return isWithoutText(node.body);
    case 'BlockStatement':
      return node.body.every(
        (statement) => statement.type !== 'ReturnStatement' || isWithoutText(statement.argument),
      );
    case 'CallExpression':
      return node.callee.property?.name === 'map'
        ? node.arguments.every(isWithoutText)
        : ELEMENTS.test(node.callee.name);
    default:
      return false;
  }
}

const isConstant = ({ type, value }) => type === 'Literal' && typeof value === 'string';

/** Elements whose children are a text more often than elements. */
const TEXT_PARENTS = /^(p|h[1-6]|span|small|strong|figcaption)$/;

const isChildren = ({ type, expression }) =>
  type === 'JSXExpressionContainer' && expression.type === 'Identifier' && expression.name === 'children';

/** @returns the kind of a child of an element; undefined for what renders nothing that a translation replaces */
function kindOf(child) {
  if (child.type === 'JSXText') return child.value.trim() === '' ? undefined : 'text';
  if (child.type !== 'JSXExpressionContainer') return 'element';
  const { expression } = child;
  if (expression.type === 'JSXEmptyExpression') return undefined;
  if (isConstant(expression)) return expression.value.trim() === '' ? undefined : 'text';
  return isWithoutText(expression) ? 'choice' : 'expression';
}

const MESSAGE =
  'A translated page loses this text when the text or its neighbors change. Give the text an element of its own, or join it with its neighbors to one template string.';

/** Reports the first text among children of which one is replaced, removed or inserted. */
function reportText(context, { children, openingElement }, isChanging) {
  const isTextParent = TEXT_PARENTS.test(openingElement?.name.name);
  const kinds = children.map((child) => (isTextParent && isChildren(child) ? 'expression' : kindOf(child)));
  const isText = (kind) => kind === 'text' || kind === 'expression';
  if (isChanging(kinds)) {
    const index = kinds.findIndex(isText);
    if (index >= 0) context.report({ node: children[index], message: MESSAGE });
  }
}

const hasChangingSibling = (kinds) =>
  kinds.filter((kind) => kind !== undefined).length > 1 &&
  (kinds.includes('choice') || kinds.includes('expression'));

/** The translation of a browser replaces text nodes, and React changes, removes and inserts beside the replaced ones. */
const translatableText = {
  create: (context) => ({
    JSXElement: (node) => reportText(context, node, hasChangingSibling),
    // The texts of a fragment have the siblings of the fragment.
    JSXFragment: (node) => reportText(context, node, () => true),
  }),
};

const MAXIMUM_ROW = 25;

/** A check of the doctor is a row of a table, `{ name, probe, remedy }`, which fits on a screen with its neighbors. */
const shortChecks = {
  create: (context) => ({
    ObjectExpression(node) {
      const names = node.properties.map(({ key }) => key?.name);
      const length = node.loc.end.line - node.loc.start.line + 1;
      if (!names.includes('name') || !names.includes('probe') || length <= MAXIMUM_ROW) return;
      const message = `A check has at most ${MAXIMUM_ROW} lines, and this check has ${length}. Move its calls to a reader.`;
      context.report({ node, message });
    },
  }),
};

/** The functions of a test that leave it out on every machine, and those that have a condition. */
const NEVER_RUNS = /^(skip|fixme|todo|fail|fails)$/;
const HAS_CONDITION = /^(skipIf|runIf)$/;

/** Returns whether an argument is no condition: nothing, a constant, or a function that returns one of these. */
const isNoCondition = (argument) =>
  argument === undefined ||
  /^(Template)?Literal$/.test(argument.type) ||
  (argument.type === 'ArrowFunctionExpression' && isNoCondition(argument.body));

/** Returns whether an argument is the test itself, or the tests of a `describe`. */
const isBody = (argument) => /^(Arrow)?Function|^Identifier$/.test(argument?.type ?? '');

/** Returns whether an expression is `it`, `test.describe` and the like. */
const isTestFunction = ({ name, object }) =>
  object === undefined ? /^(it|test|describe)$/.test(name) : isTestFunction(object);

/** The context of a test, in which its function asks to be left out. */
const CONTEXTS = /^(context|ctx|testInfo)$/;

/** A test may depend on the machine or the site: it names the condition. A test that never runs still counts as a test that passes. */
const skippedTests = {
  create: (context) => {
    const message =
      'This test never runs. Repair it, delete it, or name the condition under which it cannot run.';
    const isLeftOut = (name, isTest, [first, second]) => {
      if (HAS_CONDITION.test(name)) return isNoCondition(first);
      // `test.skip('saves', save)` is a test, `test.skip(isDeployed, 'Costs money.')` is a condition, and `fails` has none.
      return isNoCondition(first) || (isTest && (/^(todo|fails)$/.test(name) || isBody(second)));
    };
    return {
      MemberExpression(node) {
        const { name } = node.property;
        const isTest = isTestFunction(node.object);
        if (!isTest && !(name === 'skip' && CONTEXTS.test(node.object.name))) return;
        if (!NEVER_RUNS.test(name) && !HAS_CONDITION.test(name)) return;
        const { type, callee, arguments: values = [] } = node.parent;
        // `it.skip.each` is not called.
        const isCalled = type === 'CallExpression' && callee === node;
        if (!isCalled || isLeftOut(name, isTest, values)) context.report({ node, message });
      },
      CallExpression(node) {
        const options = node.arguments.find(({ type }) => type === 'ObjectExpression');
        if (!isTestFunction(node.callee)) return;
        for (const { key, value } of options?.properties ?? [])
          if (NEVER_RUNS.test(key?.name) && value.value === true) context.report({ node, message });
      },
    };
  },
};

module.exports = {
  meta: { name: 'thumbforge' },
  rules: {
    'plain-comments': require('./plain-comments.cjs'),
    'short-checks': shortChecks,
    'skipped-tests': skippedTests,
    'translatable-text': translatableText,
  },
};
