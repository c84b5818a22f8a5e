import { InvalidParamsError } from './errors.ts';

/** A value of a form: text, or what its brackets nest. An array is a tree whose keys are indexes. */
export type FormValue = string | FormTree;
export type FormTree = Map<string, FormValue>;

/** Deeper than any parameter of Stripe's. */
const DEEPEST = 10;

/**
 * Reads `a=1&b[c][0][d]=2&e[]=3`, in which Stripe takes its parameters, bodies and queries alike.
 * Maps, and not objects, so that no key can be mistaken for a property of theirs.
 * @throws InvalidParamsError when brackets do not match, or one name is both a value and a tree.
 */
export function parseForm(text: string): FormTree {
  const form: FormTree = new Map();
  for (const [name, value] of new URLSearchParams(text)) set(form, name, value);
  return form;
}

function set(form: FormTree, name: string, value: string): void {
  const path = pathOf(name);
  const last = path.pop() ?? '';
  let tree = form;
  for (const key of path) {
    const step = key === '' ? String(tree.size) : key;
    const next = tree.get(step) ?? new Map<string, FormValue>();
    if (typeof next === 'string') throw malformed(name);
    tree.set(step, next);
    tree = next;
  }
  const leaf = last === '' ? String(tree.size) : last;
  if (tree.get(leaf) instanceof Map) throw malformed(name);
  tree.set(leaf, value);
}

/** `a[b][0]` is a, b, 0. */
function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (match === null) throw malformed(name);
  const [, first = '', brackets = ''] = match;
  const path = [first, ...Array.from(brackets.matchAll(/\[([^\]]*)\]/g), ([, key]) => key ?? '')];
  if (path.length > DEEPEST) throw malformed(name);
  return path;
}

function malformed(name: string): InvalidParamsError {
  return new InvalidParamsError(`Invalid parameter name: ${name}.`, name);
}
