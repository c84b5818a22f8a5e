import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import './dialog.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  actions: ReactNode;
  /** Escape, or the platform's own way back. */
  onCancel: () => void;
}

/** A modal question. The platform moves the focus in, keeps it there, and gives it back when the dialog goes. */
export function Dialog({ title, children, actions, onCancel }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // A layout effect, for its clean-up runs while the dialog is still in the page: only then is the focus given back.
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
