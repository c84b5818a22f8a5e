/** What the intrinsic functions ask of whoever walks the template. */
export interface Scope {
  ref(name: string): Promise<unknown>;
  attribute(logicalId: string, attribute: string): Promise<unknown>;
  condition(name: string): Promise<boolean>;
  mapping(map: string, key: string, second: string): unknown;
}

/** `AWS::NoValue`: the property it stands for is left out. */
export const NO_VALUE = Symbol('AWS::NoValue');

type Intrinsic = (argument: unknown, scope: Scope) => Promise<unknown>;

/** AWS CloudFormation template reference, "Intrinsic functions": those that CDK writes. */
const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (name, scope) => scope.ref(String(name)),

  'Fn::GetAtt': async (argument, scope) => {
    const [logicalId, ...attribute] = Array.isArray(argument)
      ? argument.map(String)
      : String(argument).split('.');
    return scope.attribute(logicalId ?? '', attribute.join('.'));
  },

  'Fn::Join': async (argument, scope) => {
    const [separator, parts] = await list(argument, scope);
    return asList(parts).map(asText).join(asText(separator));
  },

  'Fn::Split': async (argument, scope) => {
    const [separator, text] = await list(argument, scope);
    return asText(text).split(asText(separator));
  },

  'Fn::Select': async (argument, scope) => {
    const [index, from] = await list(argument, scope);
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
    const [map, key, second] = (await list(argument, scope)).map(asText);
    return scope.mapping(map ?? '', key ?? '', second ?? '');
  },

  'Fn::Equals': async (argument, scope) => {
    const [left, right] = await list(argument, scope);
    return left === right;
  },
  'Fn::Not': async (argument, scope) => !(await list(argument, scope))[0],
  'Fn::And': async (argument, scope) => (await list(argument, scope)).every(Boolean),
  'Fn::Or': async (argument, scope) => (await list(argument, scope)).some(Boolean),
  Condition: (name, scope) => scope.condition(String(name)),
};

/**
 * A template's value with every intrinsic function worked out. One part after the other: two at a time could wait for
 * each other in a circle of references without either seeing it.
 * @throws Error naming a function that is not known here.
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
    // A property may itself be called Condition, with an object in it (an IAM policy has one).
    if (intrinsic !== undefined && !(name === 'Condition' && typeof argument !== 'string')) {
      return intrinsic(argument, scope);
    }
    if (name.startsWith('Fn::')) throw new Error(`The embedded cloud does not know ${name}.`);
  }
  const resolved: [string, unknown][] = [];
  for (const [key, item] of entries) resolved.push([key, await resolve(item, scope)]);
  return Object.fromEntries(resolved.filter(([, item]) => item !== NO_VALUE));
}

async function list(argument: unknown, scope: Scope): Promise<unknown[]> {
  return asList(await resolve(argument, scope));
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value))
    throw new Error(`A list was expected in the template, not ${JSON.stringify(value)}.`);
  return value;
}

function asText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  throw new Error(`A text was expected in the template, not ${JSON.stringify(value)}.`);
}

/** Replaces `${Name}`; `${!Name}` stands for a literal `${Name}`. */
async function substitute(text: string, lookup: (name: string) => Promise<unknown>): Promise<string> {
  const parts = text.split(/\$\{([^}]*)\}/);
  let replaced = '';
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) replaced += part;
    else replaced += part.startsWith('!') ? `\${${part.slice(1)}}` : asText(await lookup(part));
  }
  return replaced;
}
