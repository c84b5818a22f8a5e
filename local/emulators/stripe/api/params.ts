import { InvalidParamsError, notImplemented } from './errors.ts';
import type { FormTree, FormValue } from './form.ts';

/**
 * How a parameter is read from a form. Stripe's messages (https://docs.stripe.com/error-codes) come from here, so that
 * every operation refuses alike.
 */
export type Parser<T> = (value: FormValue, param: string) => T;

export interface Required<T> {
  required: Parser<T>;
}

export type Fields = Record<string, Parser<unknown> | Required<unknown>>;

/**
 * All parameters that the package documents for an operation, and no other: what is missing here, or made up, does not
 * compile. `expand` is read for every operation alike.
 */
export type Documented<P> = Record<Exclude<keyof P, 'expand'>, Parser<unknown> | Required<unknown>>;

/** What fields give: a required one is there, any other may be undefined. */
export type Parsed<F> = {
  [K in keyof F]: F[K] extends Required<infer T> ? T : F[K] extends Parser<infer T> ? T | undefined : never;
};

export function required<T>(parser: Parser<T>): Required<T> {
  return { required: parser };
}

/** Reads all of a form. @throws InvalidParamsError for the first thing that Stripe would refuse. */
export function parseFields<F extends Fields>(fields: F, tree: FormTree, prefix = ''): Parsed<F> {
  const nameOf = (key: string) => (prefix === '' ? key : `${prefix}[${key}]`);
  const unknown = [...tree.keys()].filter((key) => !Object.hasOwn(fields, key)).map(nameOf);
  const [first] = unknown;
  if (first !== undefined) {
    const what = unknown.length === 1 ? 'parameter' : 'parameters';
    throw new InvalidParamsError(
      `Received unknown ${what}: ${unknown.join(', ')}`,
      first,
      'parameter_unknown',
    );
  }
  const parsed: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = tree.get(key);
    const param = nameOf(key);
    if (value !== undefined) {
      parsed[key] = typeof field === 'function' ? field(value, param) : field.required(value, param);
    } else if (typeof field !== 'function') {
      throw new InvalidParamsError(`Missing required param: ${param}.`, param, 'parameter_missing');
    } else parsed[key] = undefined;
  }
  // Each key was read by its own parser; a mapped type cannot be built up key by key.
  return parsed as Parsed<F>;
}

interface TextRules {
  max?: number;
  /** An empty value unsets the field, where Stripe lets it. */
  emptyable?: boolean;
}

export function text({ max = 5_000, emptyable = false }: TextRules = {}): Parser<string> {
  return (value, param) => {
    if (typeof value !== 'string') throw new InvalidParamsError(`Invalid string: ${param}`, param);
    if (value === '' && !emptyable) throw empty(param);
    if (value.length > max) {
      const detail = `Invalid string: ${value.slice(0, 10)}…; must be at most ${max} characters`;
      throw new InvalidParamsError(detail, param);
    }
    return value;
  };
}

export const email: Parser<string> = (value, param) => {
  const address = text({ max: 512 })(value, param);
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw new InvalidParamsError(`Invalid email address: ${address}`, param, 'email_invalid');
  }
  return address;
};

export const url: Parser<string> = (value, param) => {
  const address = text()(value, param);
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new InvalidParamsError('Not a valid URL', param, 'url_invalid');
  }
  return address;
};

export function integer({ min = 0, max = 99_999_999 } = {}): Parser<number> {
  return (value, param) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) {
      const shown = typeof value === 'string' ? value : param;
      throw new InvalidParamsError(`Invalid integer: ${shown}`, param, 'parameter_invalid_integer');
    }
    const number = Number(value);
    const limit = number < min ? `greater than or equal to ${min}` : `less than or equal to ${max}`;
    if (number < min || number > max) {
      throw new InvalidParamsError(`This value must be ${limit}.`, param, 'parameter_invalid_integer');
    }
    return number;
  };
}

export const boolean: Parser<boolean> = (value, param) => {
  if (value === 'true') return true;
  if (value === 'false') return false;
  throw new InvalidParamsError(`Invalid boolean: ${typeof value === 'string' ? value : param}`, param);
};

export function oneOf<const T extends string>(...values: T[]): Parser<T> {
  return (value, param) => {
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    const choice = new Intl.ListFormat('en', { type: 'disjunction' }).format(values);
    throw new InvalidParamsError(`Invalid ${param}: must be one of ${choice}`, param);
  };
}

export function list<T>(item: Parser<T>, { max = 100 } = {}): Parser<T[]> {
  return (value, param) => {
    if (typeof value === 'string' || ![...value.keys()].every((key) => /^\d+$/.test(key))) {
      throw new InvalidParamsError('Invalid array', param);
    }
    if (value.size > max) throw new InvalidParamsError(`Array must have at most ${max} items.`, param);
    const entries = [...value].toSorted(([a], [b]) => Number(a) - Number(b));
    return entries.map(([index, each]) => item(each, `${param}[${index}]`));
  };
}

export function hash<F extends Fields>(fields: F): Parser<Parsed<F>> {
  return (value, param) => {
    if (typeof value === 'string') throw new InvalidParamsError('Invalid object', param);
    return parseFields(fields, value, param);
  };
}

/** Metadata of a new object. */
export const metadata: Parser<Record<string, string>> = (value, param) => {
  const pairs = Object.entries(metadataChanges(value, param) ?? {});
  return Object.fromEntries(pairs.filter(([, each]) => each !== ''));
};

/**
 * Changes to metadata: a key with an empty value is to be removed, and everything where the whole is empty, which is
 * null here (Stripe API reference, "Metadata").
 */
export const metadataChanges: Parser<Record<string, string> | null> = (value, param) => {
  if (value === '') return null;
  if (typeof value === 'string') throw new InvalidParamsError('Invalid object', param);
  if (value.size > 50) throw new InvalidParamsError('Metadata can have at most 50 keys.', param);
  const entries = Array.from(value, ([key, each]): [string, string] => {
    if (key.length > 40) throw new InvalidParamsError('Metadata keys can be at most 40 characters.', param);
    return [key, text({ max: 500, emptyable: true })(each, `${param}[${key}]`)];
  });
  return Object.fromEntries(entries);
};

/** A documented parameter that changes nothing here. */
export const ignored: Parser<FormValue> = (value) => value;

/** A documented parameter that would change what is paid, or how: better refused than ignored. */
export const unsupported: Parser<never> = (_, param) => {
  throw notImplemented(`"${param}"`, param);
};

export function empty(param: string): InvalidParamsError {
  return new InvalidParamsError(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however ` +
      `'${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    param,
    'parameter_invalid_empty',
  );
}
