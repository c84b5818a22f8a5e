import { act } from '@testing-library/react';

/**
 * Renders what loads parts of itself, with the parts there. Where React has shown a fallback it keeps what has loaded
 * back for 300 ms, but not inside of `act`.
 */
export async function loaded(show: () => unknown, ...parts: (() => Promise<unknown>)[]): Promise<void> {
  await act(async () => {
    show();
    await Promise.all(parts.map((load) => load()));
  });
}
