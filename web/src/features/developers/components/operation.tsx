import type { OperationObject } from '#contract/endpoints/openapi.ts';

/** An operation of the public API: its route, its fields and its responses. */
export function Operation({ route, operation }: { route: string; operation: OperationObject }) {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const fields = [
    ...parameters.map(({ name, schema, required }) => ({
      name,
      type: describeType(schema),
      isRequired: required,
    })),
    ...(requestBody ? listFields(requestBody.content['application/json'].schema) : []),
  ];
  return (
    <article aria-labelledby={operationId}>
      <h3 id={operationId}>{summary}</h3>
      <p>
        <code>{route}</code>
      </p>
      <p>{description}</p>
      {fields.length > 0 && <Fields fields={fields} />}
      <dl>
        {Object.entries(responses).map(([status, response]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>{response.description.replaceAll('`', '')}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function Fields({ fields }: { fields: readonly FieldRow[] }) {
  return (
    <ul>
      {fields.map(({ name, type, isRequired }) => (
        <li key={name}>
          <code>{name}</code> <span>{`${isRequired ? 'required, ' : ''}${type}`}</span>
        </li>
      ))}
    </ul>
  );
}

type JsonSchema = Readonly<Record<string, unknown>>;

interface FieldRow {
  name: string;
  type: string;
  isRequired: boolean;
}

/** The fields of an object, for a table. */
function listFields(schema: JsonSchema): FieldRow[] {
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

/** Describes a type, for example `string`, `one of "style", "layout"`, `object with kind "erase", mask, or object with kind "upscale"`. */
function describeType(schema: JsonSchema): string {
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
