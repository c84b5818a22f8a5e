import { useId } from 'react';
import { Segmented } from '../../../../ui/segmented.tsx';

const WHITE = '#ffffff';
const BLACK = '#000000';
/** The color that the browser's dialog shows first. */
const FIRST_OWN = '#1f2933';

export const FIRST_BACKGROUND = WHITE;

const OPTIONS = [
  { value: 'white', label: 'White' },
  { value: 'black', label: 'Black' },
  { value: 'own', label: 'Colour' },
] as const;

const COLORS = { white: WHITE, black: BLACK, own: FIRST_OWN };

interface BackgroundChoiceProps {
  value: string;
  onChange: (color: string) => void;
}

/** Asks which color stands behind a transparent picture. */
export function BackgroundChoice({ value, onChange }: BackgroundChoiceProps) {
  const id = useId();
  const choice = value === WHITE ? 'white' : value === BLACK ? 'black' : 'own';
  return (
    <div className="crop-background">
      <span id={id}>Background of the transparent parts</span>
      <Segmented
        label="Background"
        options={OPTIONS}
        value={choice}
        onChange={(next) => onChange(COLORS[next])}
      />
      {choice === 'own' && (
        <input
          type="color"
          aria-label="Colour of the background"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
