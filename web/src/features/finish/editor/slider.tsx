import { useId } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { NumberField } from './number-field.tsx';

interface SliderProps {
  label: string;
  value: number;
  least: number;
  most: number;
  /** Text that a screen reader announces instead of the number. */
  valueText?: string;
  onChange: (value: number) => void;
  /** Follows the number at the end of the row. */
  children?: ReactNode;
}

/** A row of a label, a slider, and its number, which can also be typed. */
export function Slider({ label, value, least, most, valueText, onChange, children }: SliderProps) {
  const id = useId();
  const filled: CSSProperties & Record<'--at', string> = {
    '--at': `${((value - least) / (most - least)) * 100}%`,
  };
  return (
    <div className="control-row">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="range"
        type="range"
        min={least}
        max={most}
        value={value}
        style={filled}
        {...(valueText !== undefined && { 'aria-valuetext': valueText })}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
      <NumberField
        name={`${label}, as a number`}
        value={value}
        least={least}
        most={most}
        onChange={onChange}
      />
      {children}
    </div>
  );
}

interface PercentSliderProps extends Omit<SliderProps, 'least' | 'most' | 'children'> {
  /** @default 0 */
  least?: number;
  /** @default 1 */
  most?: number;
}

/** A slider that shows a share in percent: its values are the shares, of which 1 is 100 %. */
export function PercentSlider({ value, least = 0, most = 1, onChange, ...labels }: PercentSliderProps) {
  const percentage = Math.round(value * 100);
  return (
    <Slider
      valueText={`${percentage}%`}
      {...labels}
      value={percentage}
      least={Math.round(least * 100)}
      most={Math.round(most * 100)}
      onChange={(next) => onChange(next / 100)}
    />
  );
}
