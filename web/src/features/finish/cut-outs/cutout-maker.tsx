import { lazy, useEffect, useEffectEvent, useState } from 'react';
import type { CutoutLayer } from '#contract/design/design.ts';
import { listCutouts } from '../../../api/cutouts.ts';
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
  const {
    place,
    cutouts: { list },
  } = useEditedDesign();
  const [made, setMade] = useState<readonly CutoutLayer[]>([]);
  const onPlace = (cutoutId: string, isPicture: boolean) => {
    requestCutout('closed');
    place(createCutoutLayer(cutoutId, isPicture));
  };
  /** Only the list has the size of a new cut-out, and its place depends on its size. */
  const onCreated = (cutoutId: string, isPicture: boolean) => {
    requestCutout('closed');
    const add = () => setMade((before) => [...before, createCutoutLayer(cutoutId, isPicture)]);
    listCutouts().then(list.setData).then(add, add);
  };
  const placeMade = useEffectEvent(() => {
    if (made.length === 0) return;
    for (const layer of made) place(layer);
    setMade([]);
  });
  useEffect(() => placeMade(), [made]);
  const creation = useCutoutCreation({ userId, thumbnailId: thumbnail.id, onCreated });
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
