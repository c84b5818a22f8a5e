import { useState } from 'react';

/** The ids of the selected thumbnails. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id: string) => selected.has(id),
    set: (id: string, isSelected: boolean) => {
      const others = [...selected].filter((other) => other !== id);
      setSelected(new Set(isSelected ? [...others, id] : others));
    },
    clear: () => setSelected(new Set()),
  };
}
