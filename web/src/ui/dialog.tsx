import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import './dialog.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Escape, or the platform's back gesture. */
  onCancel: () => void;
}

/** A modal dialog. The browser moves the focus into it, traps it there, and restores it on close. */
export function Dialog({ title, children, actions, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // The clean-up of a layout effect runs while the dialog is still in the page. The browser restores the focus only then.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-body`}>{children}</div>
      <div className="dialog-actions">{actions}</div>
    </dialog>
  );
}
