type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldRow {
  name: string;
  type: string;
  isRequired: boolean;
}

/** The fields of an object, for a table. */
export function listFields(schema: JsonSchema): FieldRow[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    type: describeType(each),
    isRequired: required.includes(name),
  }));
}

/** For example `string`, `one of "style", "layout"`, `object with kind "erase", mask, or object with kind "upscale"`. */
export function describeType(schema: JsonSchema): string {
  const { type, format, enum: values, oneOf, anyOf, items, properties, const: constant } = schema;
  const variants = oneOf ?? anyOf;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (Array.isArray(variants)) return (variants as JsonSchema[]).map(describeType).join(', or ');
  if (type === 'array') return `list of ${describeType(items as JsonSchema)}`;
  if (type === 'object' && properties !== undefined)
    return `{ ${listFields(schema).map(describeField).join(', ')} }`;
  if (format === 'uuid') return 'UUID';
  return [type].flat().join(' or ');
}

/** A constant says what the object is. */
const describeField = ({ name, type, isRequired }: FieldRow) =>
  `${name}${isRequired ? '' : '?'}${type.startsWith('"') ? `: ${type}` : ''}`;
