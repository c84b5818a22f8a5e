import { ConnectionError } from './errors.ts';

/**
 * Loads the code that reads the errors of the API, with all their sentences. The first page does not need it, and signed-in users
 * load it early.
 * @throws ConnectionError if the code cannot be loaded, because the page cannot read the response then.
 */
export const loadErrorReader = () =>
  import('./read-error.ts').catch((cause: unknown) => {
    throw new ConnectionError({ cause });
  });
