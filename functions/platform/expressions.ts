type Comparable = string | number;

/**
 * A condition on an item, as data. DynamoDB evaluates the condition as an expression. After a refusal, `isMet` explains the refusal with
 * the item that DynamoDB returns.
 */
export type Condition =
  | { attribute: string; operator: '=' | '<' | '<=' | '>='; value: Comparable }
  | { attribute: string; prefix: string }
  | { attribute: string; between: readonly [string, string] }
  | { attribute: string; isPresent: boolean }
  | { all: readonly Condition[] }
  | { any: readonly Condition[] };

const comparison =
  (operator: '=' | '<' | '<=' | '>=') =>
  (attribute: string, value: Comparable): Condition => ({ attribute, operator, value });

export const equals = comparison('=');
export const below = comparison('<');
export const atMost = comparison('<=');
export const atLeast = comparison('>=');
export const between = (attribute: string, range: readonly [string, string]): Condition => ({
  attribute,
  between: range,
});
export const beginsWith = (attribute: string, prefix: string): Condition => ({ attribute, prefix });
export const present = (attribute: string): Condition => ({ attribute, isPresent: true });
export const absent = (attribute: string): Condition => ({ attribute, isPresent: false });
export const allOf = (...conditions: Condition[]): Condition => ({ all: conditions });
export const anyOf = (...conditions: Condition[]): Condition => ({ any: conditions });

/** Returns true if an item meets a condition. Decides like DynamoDB: a missing attribute meets no comparison. */
export function isMet(condition: Condition, item: Record<string, unknown>): boolean {
  if ('all' in condition) return condition.all.every((each) => isMet(each, item));
  if ('any' in condition) return condition.any.some((each) => isMet(each, item));
  const actual = item[condition.attribute];
  if ('isPresent' in condition) return condition.isPresent === (actual !== undefined);
  if ('between' in condition) {
    const [least, most] = condition.between;
    return typeof actual === 'string' && least <= actual && actual <= most;
  }
  if ('prefix' in condition) return typeof actual === 'string' && actual.startsWith(condition.prefix);
  const { operator, value } = condition;
  if (typeof actual !== typeof value) return false;
  const comparable = actual as Comparable;
  switch (operator) {
    case '=':
      return comparable === value;
    case '<':
      return comparable < value;
    case '<=':
      return comparable <= value;
    case '>=':
      return comparable >= value;
  }
}

/** The changes of an item. Undefined values are dropped. */
interface Changes {
  set?: Record<string, unknown>;
  /** Sets the attributes that the item does not have yet. */
  setIfAbsent?: Record<string, unknown>;
  /** Adds to numbers, and adds elements to sets. A missing number counts as 0, and a missing set as empty. */
  add?: Record<string, number | ReadonlySet<string> | undefined>;
  /** Adds to numbers in a map, which the item must have. A missing number counts as 0. */
  addIn?: Record<string, Record<string, number>> | undefined;
  /** Deletes elements of sets. */
  delete?: Record<string, ReadonlySet<string>>;
  /** Adds elements to the end of lists. A missing list counts as empty. */
  append?: Record<string, readonly unknown[]>;
  remove?: readonly string[];
  /** The condition of the update. @default no condition: the update always takes effect, and creates a missing item */
  if?: Condition | undefined;
}

interface Expressions {
  UpdateExpression: string;
  ConditionExpression?: string;
  ExpressionAttributeNames: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** Builds the expressions of an update. */
export function buildUpdate(changes: Changes): Expressions {
  const placeholders = new Placeholders();
  const name = (attribute: string) => placeholders.name(attribute);
  const value = (each: unknown) => placeholders.value(each);
  const set = [
    ...mapDefined(changes.set, (key, each) => `${name(key)} = ${value(each)}`),
    ...mapDefined(
      changes.setIfAbsent,
      (key, each) => `${name(key)} = if_not_exists(${name(key)}, ${value(each)})`,
    ),
    ...mapDefined(
      changes.append,
      (key, each) => `${name(key)} = list_append(if_not_exists(${name(key)}, ${value([])}), ${value(each)})`,
    ),
    // ADD accepts no path into a map (DynamoDB API reference, "UpdateItem").
    ...Object.entries(changes.addIn ?? {}).flatMap(([map, numbers]) =>
      mapDefined(numbers, (key, each) => {
        const path = `${name(map)}.${name(key)}`;
        return `${path} = if_not_exists(${path}, ${value(0)}) + ${value(each)}`;
      }),
    ),
  ];
  const add = mapDefined(changes.add, (key, each) => `${name(key)} ${value(each)}`);
  const remove = (changes.remove ?? []).map(name);
  const removed = mapDefined(changes.delete, (key, each) => `${name(key)} ${value(each)}`);
  const clauses = Object.entries({ SET: set, ADD: add, DELETE: removed, REMOVE: remove }).filter(
    ([, parts]) => parts.length > 0,
  );
  return {
    UpdateExpression: clauses.map(([verb, parts]) => `${verb} ${parts.join(', ')}`).join(' '),
    ...(changes.if !== undefined && { ConditionExpression: placeholders.condition(changes.if) }),
    ...placeholders.maps(),
  };
}

/** Builds the expression of a condition, for a write that replaces or only checks an item. */
export function buildCondition(condition: Condition) {
  const placeholders = new Placeholders();
  return { ConditionExpression: placeholders.condition(condition), ...placeholders.maps() };
}

interface QueryParts {
  /** The condition on the keys of the table or of the index. */
  key: Condition;
  filter?: Condition | undefined;
  /** The attributes to read. @default all attributes */
  attributes?: readonly string[] | undefined;
}

/** Builds the expressions of a query. */
export function buildQuery({ key, filter, attributes }: QueryParts) {
  const placeholders = new Placeholders();
  return {
    KeyConditionExpression: placeholders.condition(key),
    ...(filter !== undefined && { FilterExpression: placeholders.condition(filter) }),
    ...(attributes !== undefined && {
      ProjectionExpression: attributes.map((each) => placeholders.name(each)).join(', '),
    }),
    ...placeholders.maps(),
  };
}

/**
 * Collects the placeholders of names and values. Every name has a placeholder, because many names are reserved words of DynamoDB (developer
 * guide, "Reserved words").
 */
class Placeholders {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  name(attribute: string): string {
    this.#names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  }

  value(value: unknown): string {
    const placeholder = `:${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  condition(condition: Condition): string {
    if ('all' in condition) return condition.all.map((each) => this.condition(each)).join(' AND ');
    if ('any' in condition) return `(${condition.any.map((each) => this.condition(each)).join(' OR ')})`;
    const name = this.name(condition.attribute);
    if ('isPresent' in condition)
      return `${condition.isPresent ? 'attribute_exists' : 'attribute_not_exists'}(${name})`;
    if ('between' in condition) {
      const [least, most] = condition.between;
      return `${name} BETWEEN ${this.value(least)} AND ${this.value(most)}`;
    }
    if ('prefix' in condition) return `begins_with(${name}, ${this.value(condition.prefix)})`;
    return `${name} ${condition.operator} ${this.value(condition.value)}`;
  }

  /** Returns the maps of names and values. An empty map of values is left out, because DynamoDB refuses empty maps. */
  maps() {
    return {
      ExpressionAttributeNames: this.#names,
      ...(Object.keys(this.#values).length > 0 && { ExpressionAttributeValues: this.#values }),
    };
  }
}

function mapDefined<T>(
  record: Record<string, T> | undefined,
  toText: (key: string, value: T) => string,
): string[] {
  return Object.entries(record ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [toText(key, value)],
  );
}
