import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { CheckIcon } from '../../../../ui/action-icons.tsx';
import { ChevronIcon } from '../../../../ui/icons.tsx';
import '../../../../ui/popover-menu.css';

/** The purpose of an image. An image with the purpose `none` stays in the browser. */
export type Purpose = 'none' | ReferenceUse;

export const PURPOSES = {
  none: { label: 'Not used', effect: 'Stays in your browser' },
  style: { label: 'Style', effect: 'Takes its colours, light and mood' },
  layout: { label: 'Layout', effect: 'Keeps its composition' },
} as const satisfies Record<Purpose, { label: string; effect: string }>;

export interface PurposeMenuProps {
  /** The name of the image, e.g. `reference 1`. */
  name: string;
  purpose: Purpose;
  offered: readonly Purpose[];
  /** The text below the purpose: its effect, or the state of the upload. */
  status: string;
  disabled: boolean;
  /** The finish page offers cut-outs. */
  hasCutouts: boolean;
  onChoose: (purpose: Purpose) => void;
}

/** A button with the purpose of an image, and the menu that changes it. The browser closes the menu and restores the focus. */
export function PurposeMenu(props: PurposeMenuProps) {
  const { name, purpose, offered, status, disabled, hasCutouts, onChoose } = props;
  const id = useId();
  const { label } = PURPOSES[purpose];
  return (
    <>
      <button
        type="button"
        className="purpose-button"
        aria-label={`Purpose of ${name}: ${label}`}
        aria-haspopup="menu"
        aria-describedby={`${id}-status`}
        popoverTarget={id}
        disabled={disabled}
      >
        <span>
          <span>{label}</span>
          <small id={`${id}-status`}>{status}</small>
        </span>
        <ChevronIcon />
      </button>
      <div
        id={id}
        className="popover-menu purpose-menu"
        popover="auto"
        onToggle={({ currentTarget, newState }) => {
          if (newState === 'open') currentTarget.querySelector<HTMLElement>('[aria-checked="true"]')?.focus();
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its items have the focus */}
        <div
          role="menu"
          aria-label={`Purpose of ${name}`}
          aria-describedby={hasCutouts ? `${id}-cutouts` : undefined}
          onKeyDown={moveFocus}
        >
          {offered.map((option) => (
            <button
              key={option}
              type="button"
              className="purpose-option"
              role="menuitemradio"
              aria-checked={option === purpose}
              tabIndex={-1}
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={() => onChoose(option)}
            >
              <CheckIcon />
              <span>
                <span>{PURPOSES[option].label}</span>
                <small>{PURPOSES[option].effect}</small>
              </span>
            </button>
          ))}
        </div>
        {hasCutouts && (
          <p id={`${id}-cutouts`}>A face or an object? Add it on the finish page, as a cut-out.</p>
        )}
      </div>
    </>
  );
}

/** The keys of a menu (ARIA Authoring Practices, "Menu Button"). Tab leaves it, as in a native menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key === 'Tab') menu.closest<HTMLElement>('[popover]')?.hidePopover();
  const options = [...menu.querySelectorAll<HTMLElement>('[role="menuitemradio"]')];
  const at = options.findIndex((option) => option === document.activeElement);
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1 + options.length,
    Home: 0,
    End: options.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  options[target % options.length]?.focus();
}
