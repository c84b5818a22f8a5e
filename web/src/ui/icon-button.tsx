import type { ComponentProps } from 'react';
import './icon-button.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** The name, because the button shows only an icon. */
  'aria-label': string;
}

export function IconButton(props: IconButtonProps) {
  return <button type="button" className="icon-button" {...props} />;
}
