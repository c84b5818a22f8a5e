import { useId } from 'react';
import { INK } from '../../model/design/new-layers.ts';
import { ColorWell } from './color-well.tsx';

const COLORS = [
  { name: 'White', color: '#ffffff' },
  { name: 'Yellow', color: '#ffd23f' },
  { name: 'Orange', color: '#ff8a3d' },
  { name: 'Red', color: '#f43f5e' },
  { name: 'Ink', color: INK },
] as const;

interface SwatchesProps {
  label: string;
  color: string;
  onChange: (color: string) => void;
}

/** A few colors that work on thumbnails, and any other. */
export function Swatches({ label, color, onChange }: SwatchesProps) {
  const id = useId();
  return (
    <div className="control-row">
      <span id={id}>{label}</span>
      <div className="swatches" role="radiogroup" aria-labelledby={id}>
        {COLORS.map((option) => (
          <input
            key={option.color}
            className="swatch"
            type="radio"
            name={id}
            aria-label={option.name}
            style={{ backgroundColor: option.color }}
            checked={option.color === color}
            onChange={() => onChange(option.color)}
          />
        ))}
        <ColorWell label={`Another ${label.toLowerCase()}`} color={color} onChange={onChange} />
      </div>
    </div>
  );
}
