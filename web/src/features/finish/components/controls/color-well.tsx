interface ColorWellProps {
  label: string;
  color: string;
  onChange: (color: string) => void;
}

/** Opens the browser's color picker. */
export function ColorWell({ label, color, onChange }: ColorWellProps) {
  return (
    <input
      className="color-well"
      type="color"
      aria-label={label}
      value={color}
      onChange={({ currentTarget }) => onChange(currentTarget.value.toLowerCase())}
    />
  );
}
