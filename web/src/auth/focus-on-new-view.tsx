import { useAuthenticator } from '@aws-amplify/ui-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A link to another view goes away with its own: the focus moves on to the first field of the new one. */
export function FocusOnNewView({ children }: { children: ReactNode }) {
  const { route } = useAuthenticator((context) => [context.route]);
  const container = useRef<HTMLDivElement>(null);
  const isView = route !== 'idle' && route !== 'setup' && route !== 'transition';
  const shown = useRef<string>(undefined);

  useEffect(() => {
    if (!isView) return;
    if (shown.current !== undefined && shown.current !== route) {
      container.current?.querySelector('input')?.focus();
    }
    shown.current = route;
  }, [route, isView]);

  return (
    <div ref={container} className="auth-card">
      {children}
    </div>
  );
}
