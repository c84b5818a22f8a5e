import { useLocation } from 'react-router-dom';
import { PATHS } from './paths.ts';

/** The state of the sign-in page's location: the page that a visitor wanted, where the sign-in leads. */
export const comeBackTo = (path: string) => ({ comeBackTo: path });

/** Returns the path of the page to open after the sign-in. @default home */
export function useComeBackPath(): string {
  const state: unknown = useLocation().state;
  const path = typeof state === 'object' && state !== null && 'comeBackTo' in state && state.comeBackTo;
  return typeof path === 'string' ? path : PATHS.home;
}
