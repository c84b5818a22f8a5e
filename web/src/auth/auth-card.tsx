import { useAuthenticator } from '@aws-amplify/ui-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { Desk } from './desk.ts';
import type { Notice } from './messages.ts';
import { useFocusGivenBackAfter, useFocusOnChange } from './use-focus.ts';
import { TITLES, type View } from './view.ts';

interface AuthCardProps {
  view: View;
  /** Whether the form is not there yet. */
  isOpening: boolean;
  desk: Desk;
  notice: Notice | undefined;
  children: ReactNode;
}

/** The card around the form that is open: its heading, what was done last, and the memory of what is typed. */
export function AuthCard({ view, isOpening, desk, notice, children }: AuthCardProps) {
  const { isPending } = useAuthenticator((context) => [context.isPending]);
  const container = useRef<HTMLDivElement>(null);
  useFocusOnChange(container, isOpening ? undefined : view);
  useFocusGivenBackAfter(container, isPending);

  return (
    <div
      ref={container}
      className="auth-card"
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement) desk.type(target.name, target.value);
      }}
      // A browser that fills a form in by itself does not always tell of a change.
      onSubmitCapture={({ target }) => {
        for (const [name, value] of new FormData(target))
          if (typeof value === 'string') desk.type(name, value);
      }}
    >
      <h1>{TITLES[view]}</h1>
      <p className="auth-notice" role="status">
        {notice}
      </p>
      {children}
    </div>
  );
}
