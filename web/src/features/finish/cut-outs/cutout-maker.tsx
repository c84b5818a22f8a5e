import { lazy } from 'react';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { createCutoutLayer } from '../editor/new-layers.ts';
import { useCutoutCreation } from './use-cutout-creation.ts';
import type { CutoutRequest } from '../editor/page-context.ts';

const CutoutDialog = lazy(() => import('./cutout-dialog.tsx'));

/** Makes cut-outs, also while its dialog is closed, and places them in the design. */
export default function CutoutMaker({ request }: { request: CutoutRequest | 'closed' }) {
  const { userId, thumbnail, requestCutout } = useFinishPage();
  const { place } = useEditedDesign();
  const onPlace = (cutoutId: string, isPicture: boolean) => {
    requestCutout('closed');
    place(createCutoutLayer(cutoutId, isPicture));
  };
  const creation = useCutoutCreation({ userId, thumbnailId: thumbnail.id, onCreated: onPlace });
  if (request === 'closed') return null;
  return (
    <LazyPart>
      <CutoutDialog
        isPicture={request.isPicture === true}
        dropped={request.file}
        creation={creation.state}
        onCreate={creation.create}
        onPlace={onPlace}
      />
    </LazyPart>
  );
}
