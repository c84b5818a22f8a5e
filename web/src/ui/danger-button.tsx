import type { ComponentProps } from 'react';
import './danger-button.css';

/** The button of an action that cannot be undone. */
export function DangerButton(props: ComponentProps<'button'>) {
  return <button type="button" className="button button-danger" {...props} />;
}
