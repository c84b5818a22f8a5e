import type { ComponentProps } from 'react';
import { Link } from './link.tsx';
import './button.css';

type Variant = 'primary' | 'brand' | 'outline' | 'quiet';

const className = (variant: Variant, extra = '') => `button button-${variant} ${extra}`.trimEnd();

interface ButtonProps extends ComponentProps<'button'> {
  variant: Variant;
}

export function Button({ variant, className: extra, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={className(variant, extra)} {...rest} />;
}

interface LinkButtonProps extends ComponentProps<typeof Link> {
  variant: Variant;
}

/** A link that looks like a button. */
export function LinkButton({ variant, className: extra, ...rest }: LinkButtonProps) {
  return <Link className={className(variant, extra)} {...rest} />;
}
