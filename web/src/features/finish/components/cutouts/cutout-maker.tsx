import { lazy, Suspense } from 'react';
import { useCredits } from '../../../../api/read-credits.ts';
import type { Editor } from '../../hooks/use-editor.ts';
import { createCutoutLayer } from '../../model/design/new-layers.ts';
import { useCutoutCreation } from '../../hooks/use-cutout-creation.ts';
import type { Cutouts } from '../../hooks/use-cutouts.ts';
import type { CutoutRequest } from '../../hooks/use-finish-actions.ts';

const CutoutDialog = lazy(() => import('./cutout-dialog.tsx'));

interface CutoutMakerProps {
  userId: string;
  editor: Editor;
  list: Cutouts['list'];
  /** In credits. Undefined where the stage makes no new cut-outs. */
  cost: number | undefined;
  request: CutoutRequest | 'closed';
  onClose: () => void;
}

/** Makes cut-outs, also while its dialog is closed, and places them in the design. */
export default function CutoutMaker({ userId, editor, list, cost, request, onClose }: CutoutMakerProps) {
  const credits = useCredits(userId);
  const place = (cutoutId: string, isPicture: boolean) => {
    onClose();
    editor.duplicate(createCutoutLayer(cutoutId, isPicture)); // Beside one that has its place.
  };
  const creation = useCutoutCreation(userId, {
    onCreated: place,
    onEnded: () => {
      list.refetch();
      credits.refetch();
    },
  });
  if (request === 'closed') return null;
  const layers = editor.design.layers.filter((layer) => layer.kind === 'cutout');
  return (
    <Suspense>
      <CutoutDialog
        userId={userId}
        list={list}
        cost={cost}
        isPicture={request.isPicture === true}
        dropped={request.file}
        usedIds={new Set(layers.map(({ cutoutId }) => cutoutId))}
        creation={creation.state}
        onCreate={creation.create}
        onPlace={place}
        onClose={onClose}
      />
    </Suspense>
  );
}
