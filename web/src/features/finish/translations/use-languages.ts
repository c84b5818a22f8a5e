import { useEffect, useState } from 'react';
import type { LanguageState } from './lens.ts';

export const loadLanguages = () => import('./language-view.ts');
type Code = Awaited<ReturnType<typeof loadLanguages>>;

/**
 * Remembers the language that the page shows. The code loads with the page.
 * @returns undefined until the code is there. The page then shows the original
 */
export function useLanguages(userId: string, thumbnailId: string) {
  const [code, setCode] = useState<Code>();
  const [state, setState] = useState<LanguageState>({});
  useEffect(() => {
    loadLanguages().then(
      (loaded) => {
        setCode(loaded);
        setState(loaded.readState(userId, thumbnailId));
      },
      () => undefined,
    );
  }, []);
  return code?.connectLanguages({ userId, thumbnailId, state, setState });
}
