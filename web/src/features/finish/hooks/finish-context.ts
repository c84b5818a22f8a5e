import { createContext, use } from 'react';
import type { FinishActions } from './use-finish-actions.ts';
import type { Finish } from './use-finish.ts';

interface FinishPage extends Finish {
  actions: FinishActions;
}

export const FinishContext = createContext<FinishPage | undefined>(undefined);

/** The page around a component: the design, what follows from it, and what the parts of the page do. */
export function useFinishPage(): FinishPage {
  const page = use(FinishContext);
  if (!page) throw new Error('The component is not on the finish page.');
  return page;
}
