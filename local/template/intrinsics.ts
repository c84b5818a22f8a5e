/** How intrinsic functions look up values of the template. */
export interface Scope {
  ref(name: string): Promise<unknown>;
  attribute(logicalId: string, attribute: string): Promise<unknown>;
  condition(name: string): Promise<boolean>;
  mapping(map: string, key: string, second: string): unknown;
}

/** `AWS::NoValue`: a property with this value is removed. */
export const NO_VALUE = Symbol('AWS::NoValue');

type Intrinsic = (argument: unknown, scope: Scope) => Promise<unknown>;

/** AWS CloudFormation template reference, "Intrinsic functions": the ones that CDK uses. */
const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (name, scope) => scope.ref(String(name)),

  'Fn::GetAtt': async (argument, scope) => {
    const [logicalId, ...attribute] = Array.isArray(argument)
      ? argument.map(String)
      : String(argument).split('.');
    return scope.attribute(logicalId ?? '', attribute.join('.'));
  },

  'Fn::Join': async (argument, scope) => {
    const [separator, parts] = await resolveList(argument, scope);
    return asList(parts).map(asText).join(asText(separator));
  },

  'Fn::Split': async (argument, scope) => {
    const [separator, text] = await resolveList(argument, scope);
    return asText(text).split(asText(separator));
  },

  'Fn::Select': async (argument, scope) => {
    const [index, from] = await resolveList(argument, scope);
    return asList(from)[Number(index)];
  },

  'Fn::Sub': async (argument, scope) => {
    const [text, variables] = Array.isArray(argument) ? asList(argument) : [argument, {}];
    const own = (await resolve(variables, scope)) as Record<string, unknown>;
    return substitute(asText(text), async (name) => {
      if (Object.hasOwn(own, name)) return own[name];
      const [logicalId, ...attribute] = name.split('.');
      return attribute.length === 0 ? scope.ref(name) : scope.attribute(logicalId ?? '', attribute.join('.'));
    });
  },

  'Fn::If': async (argument, scope) => {
    const [name, yes, no] = asList(argument);
    return resolve((await scope.condition(asText(name))) ? yes : no, scope);
  },

  'Fn::FindInMap': async (argument, scope) => {
    const [map, key, second] = (await resolveList(argument, scope)).map(asText);
    return scope.mapping(map ?? '', key ?? '', second ?? '');
  },

  'Fn::Equals': async (argument, scope) => {
    const [left, right] = await resolveList(argument, scope);
    return left === right;
  },
  'Fn::Not': async (argument, scope) => !(await resolveList(argument, scope))[0],
  'Fn::And': async (argument, scope) => (await resolveList(argument, scope)).every(Boolean),
  'Fn::Or': async (argument, scope) => (await resolveList(argument, scope)).some(Boolean),
  Condition: (name, scope) => scope.condition(String(name)),
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
    return items.filter((item) => item !== NO_VALUE);
  }
  if (typeof value !== 'object' || value === null) return value;

  const entries: [string, unknown][] = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only !== undefined) {
    const [name, argument] = only;
    const intrinsic = INTRINSICS[name];
    // A property can also be called Condition and contain an object, as in an IAM policy.
    if (intrinsic !== undefined && !(name === 'Condition' && typeof argument !== 'string')) {
      return intrinsic(argument, scope);
    }
    if (name.startsWith('Fn::')) throw new Error(`The embedded cloud does not support ${name}.`);
  }
  const resolved: [string, unknown][] = [];
  for (const [key, item] of entries) resolved.push([key, await resolve(item, scope)]);
  return Object.fromEntries(resolved.filter(([, item]) => item !== NO_VALUE));
}

async function resolveList(argument: unknown, scope: Scope): Promise<unknown[]> {
  return asList(await resolve(argument, scope));
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

/** Replaces `${Name}`; `${!Name}` is a literal `${Name}`. */
async function substitute(text: string, lookup: (name: string) => Promise<unknown>): Promise<string> {
  const parts = text.split(/\$\{([^}]*)\}/);
  let replaced = '';
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) replaced += part;
    else replaced += part.startsWith('!') ? `\${${part.slice(1)}}` : asText(await lookup(part));
  }
  return replaced;
}
