/** Says whether a stored value still has its type: another version of the site may have stored it. */
type Guard<T> = (value: unknown) => value is T;

export const isString: Guard<string> = (value) => typeof value === 'string';
export const isNumber: Guard<number> = (value) => typeof value === 'number';
export const isBoolean: Guard<boolean> = (value) => typeof value === 'boolean';

export const isOneOf =
  <T>(...options: readonly T[]): Guard<T> =>
  (value): value is T =>
    options.some((option) => option === value);

export const isOptional =
  <T>(guard: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || guard(value);

export const isListOf =
  <T>(guard: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(guard);

/** @param fields a guard for each field. The value may have other fields too. */
export function isObjectOf<T extends object>(fields: { [K in keyof T]-?: Guard<T[K]> }): Guard<T> {
  const names = Object.keys(fields) as (keyof T)[];
  return (value): value is T => {
    if (typeof value !== 'object' || value === null) return false;
    const candidate = value as Record<keyof T, unknown>;
    return names.every((name) => fields[name](candidate[name]));
  };
}
