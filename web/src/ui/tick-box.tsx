import type { ReactNode } from 'react';
import './tick-box.css';

interface TickBoxProps {
  /** The name of the check box. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** Visible beside the box, and part of its label. */
  children?: ReactNode;
}

/** A check box that stays visible over an image. */
export function TickBox({ label, checked, onChange, children }: TickBoxProps) {
  return (
    <label className="tick-box">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
