import { useAuthenticator } from '@aws-amplify/ui-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import type { AuthFormState } from './auth-form-state.ts';
import { TITLES, type AuthView } from './auth-view.ts';
import type { Notice } from './messages.ts';
import { useFocusOnFormChange, useRestoreFormFocus } from './use-form-focus.ts';

interface AuthCardProps {
  view: AuthView;
  isOpening: boolean;
  formState: AuthFormState;
  notice: Notice | undefined;
  children: ReactNode;
}

/** The card around the open form: its title, the notice of the last action, and the shared form state. */
export function AuthCard({ view, isOpening, formState, notice, children }: AuthCardProps) {
  const { isPending } = useAuthenticator((context) => [context.isPending]);
  const container = useRef<HTMLDivElement>(null);
  useFocusOnFormChange(container, isOpening ? undefined : view);
  useRestoreFormFocus(container, isPending);

  return (
    <div
      ref={container}
      className="auth-card"
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement) formState.setField(target.name, target.value);
      }}
      // Autofill does not always trigger a change event.
      onSubmitCapture={({ target }) => {
        for (const [name, value] of new FormData(target))
          if (typeof value === 'string') formState.setField(name, value);
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
