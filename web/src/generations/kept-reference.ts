import { createUserStore } from '../session/user-store.ts';
import type { AssignedImage, LocalImage } from './generation.ts';

/** The values of the API's `fidelity`: a higher value makes the image follow the style more closely. */
export const FIDELITY = { loose: 0.3, close: 0.5 } as const;

export type Strength = keyof typeof FIDELITY;

/** The creator's choices for the reference of the next thumbnail. */
export interface ReferenceChoices {
  images: readonly LocalImage[];
  assigned?: AssignedImage | undefined;
  strength: Strength;
  /** The URL of the link that the creator has set aside for the image, or for the style of a series after it. */
  linkSetAside?: string | undefined;
}

export const NO_CHOICES: ReferenceChoices = { images: [], strength: 'close' };

/** The prompt stays while another page is open. Without its reference, the next press would pay for another image. */
export const keptReference = createUserStore(NO_CHOICES);

/**
 * Takes the purpose from the image, because another page chooses what the next thumbnail is made after. A link that the creator has set
 * aside stays set aside.
 */
export function setImagesAside(): void {
  const { images, linkSetAside } = keptReference.get();
  keptReference.set({ ...NO_CHOICES, images, linkSetAside });
}
