import type { World } from '../world.ts';
import type { FormTree } from './form.ts';
import { list, parseFields, text, type Fields, type Parsed } from './params.ts';

type Method = 'GET' | 'POST' | 'DELETE';

interface Call {
  world: World;
  /** The id in the path; empty where it has none. */
  id: string;
}

/** One operation of the API, e.g. `POST /v1/customers`. */
export interface Operation {
  method: Method;
  path: RegExp;
  /**
   * Reads the parameters.
   * @returns what is to be expanded, and what carries the operation out.
   * @throws InvalidParamsError for parameters that Stripe would refuse.
   */
  prepare(form: FormTree): { expand: string[]; run: (call: Call) => object };
}

/** @param path with `{id}` where the id is. */
export function operation<F extends Fields>(
  method: Method,
  path: string,
  fields: F,
  run: (params: Parsed<F>, call: Call) => object,
): Operation {
  return {
    method,
    path: new RegExp(`^${path.replace('{id}', '([^/]+)')}$`),
    prepare(form) {
      const rest = new Map(form);
      const expand = rest.get('expand');
      rest.delete('expand');
      const params = parseFields(fields, rest);
      return {
        expand: expand === undefined ? [] : list(text())(expand, 'expand'),
        run: (call) => run(params, call),
      };
    },
  };
}
