import { useEffect, useEffectEvent } from 'react';
import { listUnsentKeys } from './unsent-text.ts';

/** The start of the keys of all designs. */
const DESIGNS = 'design/';

/**
 * Calls back when the saves of a finish page that was just left have ended: what the page has read before may be older. The code of the
 * outbox loads only if there is a design to save.
 * @param newest the newest thumbnail, which may have got its layers from its series
 */
export function useSavedDesigns(onSaved: () => void, newest?: string): void {
  const callBack = useEffectEvent(onSaved);
  useEffect(() => {
    if (!listUnsentKeys().some((key) => key.startsWith(DESIGNS))) return;
    let isHere = true;
    import('./outbox.ts')
      .then(async ({ outbox }) => {
        // A design that was put without a delay is sent in the next task.
        await new Promise((resolve) => setTimeout(resolve));
        return outbox.settle(DESIGNS);
      })
      .then(() => isHere && callBack())
      // Without the code nothing is sent, and the server keeps what the page has read.
      .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [newest]);
}
