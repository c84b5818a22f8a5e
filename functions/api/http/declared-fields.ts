import * as z from 'zod/mini';

/**
 * Copies the fields that a schema declares, in objects and in lists of objects. Any other value stays unchanged, including an optional
 * object and a union. The values are not checked, so a design that was saved under other limits stays readable.
 */
export function keepDeclaredFields(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodMiniLazy) return keepDeclaredFields(schema._zod.innerType, value);
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item) => keepDeclaredFields(schema.def.element, item));
  }
  if (!(schema instanceof z.ZodMiniObject) || typeof value !== 'object' || value === null) return value;
  const { shape } = schema;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const declared = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return declared === undefined ? [] : [[name, keepDeclaredFields(declared, field)]];
    }),
  );
}
