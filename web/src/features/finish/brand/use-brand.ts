import { useRef } from 'react';
import { describeBrandFailure } from '../../../api/page-error-sentences.ts';
import { useFeature } from '../../../api/site-config.ts';
import { useUserQuery } from '../../../api/use-query.ts';
import { askBeforeClose } from '../../../lib/ask-before-close.ts';
import { notify } from '../../../ui/notify.ts';
import { readBrand } from './brand-api.ts';
import type { StoredBrand } from './brand-api.ts';
import { changeBrand } from './edit-brand.ts';
import type { BrandEdit } from './edit-brand.ts';

/** The brand of the account. Undefined while it cannot be read, or is off: the page works without it. */
export function useBrand(userId: string) {
  const access = useFeature('brand', userId);
  const query = useUserQuery('brand', access === 'off' ? undefined : userId, readBrand);
  const lastSave = useRef<Promise<StoredBrand | undefined>>(Promise.resolve(undefined));
  if (query.status !== 'success') return undefined;
  const { data, setData } = query;

  /** Saves one change after the other. A failure has a message. @returns whether it was saved */
  const change = async (edit: BrandEdit): Promise<boolean> => {
    const save = lastSave.current.then((saved) => changeBrand(saved ?? data, edit, userId));
    lastSave.current = save.catch(() => undefined);
    void askBeforeClose(lastSave.current);
    try {
      setData(await save);
      return true;
    } catch (error) {
      const failure = describeBrandFailure(error);
      if (failure !== undefined) notify.error(failure);
      return false;
    }
  };
  return { brand: data.brand, change, isEarly: access === 'early' };
}

export type BrandKit = NonNullable<ReturnType<typeof useBrand>>;
