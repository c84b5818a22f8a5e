import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import './button.css';

type Look = 'primary' | 'brand' | 'outline' | 'quiet' | 'danger';

const className = (look: Look, extra = '') => `button button-${look} ${extra}`.trimEnd();

interface ButtonProps extends ComponentProps<'button'> {
  look: Look;
}

export function Button({ look, className: extra, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={className(look, extra)} {...rest} />;
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  look: Look;
}

/** Looks like a button, leads somewhere. */
export function LinkButton({ look, className: extra, ...rest }: LinkButtonProps) {
  return <Link className={className(look, extra)} {...rest} />;
}
