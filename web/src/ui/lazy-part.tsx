import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { isLoadError } from '../lib/load-error.ts';
import { Boundary, LOAD_ADVICE } from './boundary.tsx';
import { notify } from './notify.ts';

/** Says that a part is missing. Firefox remembers a failed load until the page is loaded again. */
const reportLostPart = (advice: string): void => report(`Part of this page could not be shown. ${advice}`);

function report(message: string): void {
  notify.error(message, {
    id: 'lost-code',
    duration: Infinity,
    action: { label: 'Load again', onClick: () => location.reload() },
  });
}

/** Says that code has not arrived. */
export const reportLostCode = (): void => reportLostPart(LOAD_ADVICE);

/**
 * Says that something has failed, or that its code has not arrived: Firefox loads a file that has failed only with the page, so that another
 * attempt does not help.
 */
export function reportFailure(error: unknown, message: string): void {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isLoadError(error) || isLoadError(cause)) reportLostCode();
  else notify.error(message);
}

/** Says that the code of the sign-out has not arrived. */
export const reportLostSignOut = (): void =>
  report(`You are still signed in: part of this page could not be loaded. ${LOAD_ADVICE}`);

/**
 * Loads code that the first rendering does not need.
 * @returns undefined until it is there, and after a failure, which the user is told
 */
export function useCode<Module>(load: () => Promise<Module>, onFailure?: () => void): Module | undefined {
  const [code, setCode] = useState<Module>();
  const fail = () => {
    reportLostCode();
    onFailure?.();
  };
  const start = useEffectEvent(() => void load().then(setCode, fail));
  useEffect(() => start(), []);
  return code;
}

/** A part of a page whose components load on demand. When it fails, only this part is missing, and the user is told. */
export function LazyPart({ children }: { children: ReactNode }) {
  return (
    <Boundary onError={reportLostPart}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}
