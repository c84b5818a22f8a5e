import { createContext, use } from 'react';
import type { Context } from 'react';

/** Creates a context, and the hook that reads the context. The hook throws outside of the context's provider. */
export function createRequiredContext<T extends object>(): [Context<T | undefined>, () => T] {
  const context = createContext<T | undefined>(undefined);
  const useValue = () => {
    const value = use(context);
    if (!value) throw new Error('The component is outside of its provider.');
    return value;
  };
  return [context, useValue];
}
