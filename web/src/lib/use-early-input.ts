import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Adopts what the user has entered into the prerendered page before its script has loaded.
 * @param read the value of the field in the document
 * @param value the one that the page knows
 */
export function useEarlyInput<Value>(
  read: () => Value | undefined,
  value: Value | undefined,
  onChange: (entered: Value) => void,
): void {
  const adopt = useEffectEvent(() => {
    const entered = read();
    if (entered !== undefined && entered !== value) onChange(entered);
  });
  useLayoutEffect(() => adopt(), []);
}
