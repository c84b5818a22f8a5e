import { designKey } from './designs.ts';
import { outbox } from './outbox.ts';

/** Waits for the saves of finish pages that were just left: an exported file is what they showed. */
export async function settleDesigns(thumbnails: readonly { id: string }[]): Promise<void> {
  for (const { id } of thumbnails) await outbox.settle(designKey(id));
}
