import { lazy } from 'react';
import { LazyPart } from '../../../../ui/lazy-part.tsx';
import { useFinishPage } from '../../hooks/finish-context.ts';
import { createCutoutLayer } from '../../model/design/new-layers.ts';
import { useCutoutCreation } from '../../hooks/use-cutout-creation.ts';
import type { CutoutRequest } from '../../hooks/use-finish-actions.ts';

const CutoutDialog = lazy(() => import('./cutout-dialog.tsx'));

/** Makes cut-outs, also while its dialog is closed, and places them in the design. */
export default function CutoutMaker({ request }: { request: CutoutRequest | 'closed' }) {
  const { userId, thumbnail, editor, actions } = useFinishPage();
  const place = (cutoutId: string, isPicture: boolean) => {
    actions.requestCutout('closed');
    editor.duplicate(createCutoutLayer(cutoutId, isPicture)); // Moves the layer aside if another layer has its place.
  };
  const creation = useCutoutCreation({ userId, thumbnailId: thumbnail.id, onCreated: place });
  if (request === 'closed') return null;
  return (
    <LazyPart>
      <CutoutDialog
        isPicture={request.isPicture === true}
        dropped={request.file}
        creation={creation.state}
        onCreate={creation.create}
        onPlace={place}
      />
    </LazyPart>
  );
}
