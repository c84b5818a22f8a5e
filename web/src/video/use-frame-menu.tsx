import { useId } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { ChevronIcon } from '../ui/icons.tsx';
import '../ui/popover-menu.css';

/** A place that takes a frame. */
export interface FrameUse {
  label: string;
  /** The price, or when the frame is used. */
  price: string;
  icon: ReactNode;
  onUse: (frame: File) => void;
}

/** The places to choose from, or what the only place does. */
export type FrameUses = readonly FrameUse[] | FrameUse['onUse'];

interface UseFrameMenuProps {
  uses: FrameUses;
  disabled: boolean;
  onChoose: (onUse: FrameUse['onUse']) => void;
}

/** The button that takes the shown frame. It asks for the place if the place is not known. */
export function UseFrameMenu({ uses, disabled, onChoose }: UseFrameMenuProps) {
  const id = useId();
  if (typeof uses === 'function') {
    return (
      <Button variant="primary" className="video-use" disabled={disabled} onClick={() => onChoose(uses)}>
        Use this frame
      </Button>
    );
  }
  return (
    <>
      <Button variant="primary" className="video-use" disabled={disabled} popoverTarget={id}>
        <span>Use this frame as</span> <ChevronIcon />
      </Button>
      <div
        id={id}
        popover="auto"
        className="popover-menu video-uses"
        role="group"
        aria-label="Use this frame as"
      >
        {uses.map(({ label, price, icon, onUse }) => (
          <button
            key={label}
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={() => onChoose(onUse)}
          >
            {icon} <span>{label}</span> <small>{price}</small>
          </button>
        ))}
      </div>
    </>
  );
}
