/** How intrinsic functions look up values of the template. */
export interface Scope {
  ref(name: string): Promise<string>;
  attribute(logicalId: string, attribute: string): Promise<string>;
}

type Intrinsic = (argument: unknown, scope: Scope) => Promise<unknown>;

/** AWS CloudFormation template reference, "Intrinsic functions": those of the product's template. */
const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (name, scope) => scope.ref(asText(name)),

  'Fn::GetAtt': (argument, scope) => {
    const [logicalId = '', ...attribute] = asList(argument).map(asText);
    return scope.attribute(logicalId, attribute.join('.'));
  },

  'Fn::Join': async (argument, scope) => {
    const [separator, parts] = asList(await resolve(argument, scope));
    return asList(parts).map(asText).join(asText(separator));
  },

  'Fn::Sub': async (argument, scope) => {
    const parts = asText(argument).split(/\$\{([^}]*)\}/);
    const replaced: string[] = [];
    // Every second part is a name.
    for (const [index, part] of parts.entries()) {
      replaced.push(index % 2 === 0 ? part : await scope.ref(part));
    }
    return replaced.join('');
  },
};

/**
 * Resolves every intrinsic function in a value of a template. The parts are resolved one after the other: two at a time
 * could wait for each other in a circular reference that neither detects.
 * @throws Error that names an unsupported function.
 */
export async function resolve(value: unknown, scope: Scope): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await resolve(item, scope));
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;

  const entries: [string, unknown][] = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [name, argument] = only;
    const intrinsic = INTRINSICS[name];
    if (intrinsic !== undefined) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new Error(`The embedded cloud does not support ${name}.`);
  }
  const resolved: [string, unknown][] = [];
  for (const [key, item] of entries) resolved.push([key, await resolve(item, scope)]);
  return Object.fromEntries(resolved);
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new Error(`The template must have a list here, not ${JSON.stringify(value)}.`);
  return value;
}

function asText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`The template must have a text here, not ${JSON.stringify(value)}.`);
}
