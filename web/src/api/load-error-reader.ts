import { ConnectionError } from './errors.ts';

/**
 * Loads what reads the errors of the API, with all their sentences. The first page does not need it, and signed-in users
 * load it early.
 * @throws ConnectionError when it cannot be loaded: without it, nobody can say what the response means.
 */
export const loadErrorReader = () =>
  import('./read-error.ts').catch((cause: unknown) => {
    throw new ConnectionError({ cause });
  });
