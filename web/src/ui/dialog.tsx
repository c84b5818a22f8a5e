import { useId, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { observeMessages, type Message } from './notify.ts';
import './message.css';
import './dialog.css';

interface DialogProps {
  title: string;
  /** True if the creator is about to lose something. @default false */
  isWarning?: boolean;
  children: ReactNode;
  actions?: ReactNode;
  /** The label of a last button, which does the same as Escape. */
  cancelLabel?: string;
  /** Escape, or the platform's back gesture. */
  onCancel: () => void;
}

/**
 * A modal dialog. The browser moves the focus into it, traps it there, and restores it on close. Messages that are sent
 * while it is open stand in it, because everything outside of it is inert.
 */
export function Dialog({ title, isWarning = false, children, actions, cancelLabel, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [message, setMessage] = useState<Message>();
  const [, render] = useReducer((count: number) => count + 1, 0);
  const isNeeded = useRef(true);

  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  });

  // The clean-up of a layout effect runs while the dialog is still in the page. The browser restores the focus only then.
  useLayoutEffect(() => {
    const element = dialog.current;
    isNeeded.current = true;
    const stop = observeMessages(setMessage);
    return () => {
      stop();
      isNeeded.current = false;
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-warning={isWarning}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClose={() => {
        // A browser may close a dialog although the page prevents it. The next rendering opens it again if it is needed.
        if (!isNeeded.current || dialog.current?.open !== false) return;
        onCancel();
        render();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-body`}>{children}</div>
      <div className="message dialog-message" role="status">
        {message?.kind !== 'error' && message?.text}
      </div>
      <div className="message dialog-message" role="alert">
        {message?.kind === 'error' && message.text}
      </div>
      <div className="dialog-actions">
        {actions}
        {cancelLabel !== undefined && (
          <Button variant="outline" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
      </div>
    </dialog>
  );
}
