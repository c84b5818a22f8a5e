import { useAuthenticator } from '@aws-amplify/ui-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { AuthFormState } from '../model/auth-form-state.ts';
import type { AuthView } from '../model/auth-view.ts';
import { NOTICES, type Notice } from '../model/auth-context.ts';
import { useFocusOnFormChange, useRestoreFormFocus } from '../hooks/use-form-focus.ts';

interface AuthCardProps {
  title: string;
  /** Undefined while no form of Amplify is visible. */
  view: AuthView | undefined;
  isOpening: boolean;
  formState: AuthFormState;
  notice: Notice | undefined;
  children: ReactNode;
}

/** The card around the open form: its title, the notice of the last action, and the shared form state. */
export function AuthCard({ title, view, isOpening, formState, notice, children }: AuthCardProps) {
  const { isPending } = useAuthenticator((context) => [context.isPending]);
  const container = useRef<HTMLDivElement>(null);
  useFocusOnFormChange(container, isOpening ? undefined : (view ?? title));
  useRestoreFormFocus(container, isPending);
  const [isEdited, setIsEdited] = useState(false);
  const isCodeNew = notice === NOTICES.codeSentAgain;
  useEffect(() => {
    // The old code is invalid. Amplify's inputs are uncontrolled, so it stays in the field otherwise.
    const field = isCodeNew && container.current?.querySelector<HTMLInputElement>('[name=confirmation_code]');
    if (field) field.value = '';
  }, [isCodeNew]);

  return (
    <div
      ref={container}
      // The style hides Amplify's error about what was sent before. Amplify keeps it until the form is sent again.
      className={isCodeNew || isEdited ? 'auth-card has-old-error' : 'auth-card'}
      onChange={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return;
        setIsEdited(true);
        formState.setField(target.name, target.value);
      }}
      // Autofill does not always trigger a change event.
      onSubmitCapture={({ target }) => {
        setIsEdited(false);
        for (const [name, value] of new FormData(target))
          if (typeof value === 'string') formState.setField(name, value);
      }}
    >
      <h1>{title}</h1>
      <p className="auth-notice" role="status">
        {notice}
      </p>
      {children}
    </div>
  );
}
