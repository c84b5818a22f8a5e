import type { ReactNode } from 'react';
import { Link } from './link.tsx';
import './popover-menu.css';
import './menu.css';

/** An item opens a page, or closes the menu and does something. */
export type MenuItem = [label: string, icon: ReactNode, action: string | (() => void)];

export const Menu = ({ id, items }: { id: string; items: readonly MenuItem[] }) => (
  <div id={id} className="popover-menu menu" popover="auto">
    {items.map(([label, icon, action]) =>
      typeof action === 'string' ? (
        <Link key={label} to={action}>
          {icon} <span>{label}</span>
        </Link>
      ) : (
        <button
          key={label}
          type="button"
          className={label === 'Delete' ? 'menu-danger' : undefined}
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={action}
        >
          {icon} <span>{label}</span>
        </button>
      ),
    )}
  </div>
);
