import { createContext, use } from 'react';
import type { BrandKit } from './use-brand.ts';

export const BrandContext = createContext<BrandKit | undefined>(undefined);

/** The brand of the account. Undefined while the brand cannot be read, or is off. */
export const useBrandKit = (): BrandKit | undefined => use(BrandContext);
