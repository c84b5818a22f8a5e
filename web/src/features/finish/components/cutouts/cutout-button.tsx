import { useState } from 'react';
import { useCredits } from '../../../../api/read-credits.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { Button } from '../../../../ui/button.tsx';
import type { Editor } from '../../hooks/use-editor.ts';
import { PlusIcon } from '../icons.tsx';
import { hasRoomFor } from '../../model/design/edit-design.ts';
import { createCutoutLayer } from '../../model/design/new-layers.ts';
import { CutoutDialog } from './cutout-dialog.tsx';
import { useCutoutCreation } from '../../hooks/use-cutout-creation.ts';
import type { Cutouts } from '../../hooks/use-cutouts.ts';

interface CutoutButtonProps {
  userId: string;
  editor: Editor;
  list: Cutouts['list'];
}

/** Opens the cut-outs. Absent where the stage offers none and the account has none. */
export function CutoutButton({ userId, editor, list }: CutoutButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const config = useSiteConfig();
  const credits = useCredits(userId);

  const place = (cutoutId: string) => {
    setIsOpen(false);
    editor.add(createCutoutLayer(cutoutId));
  };
  const creation = useCutoutCreation(userId, {
    onCreated: place,
    onEnded: () => {
      list.refetch();
      credits.refetch();
    },
  });

  const cost = config.status === 'success' ? config.data.references.cutoutCost : undefined;
  const hasAny = list.status === 'success' && list.data.length > 0;
  if (cost === undefined && !hasAny) return null;
  return (
    <>
      <Button
        variant="quiet"
        aria-label="Add a cut-out"
        disabled={!hasRoomFor(editor.design, 'cutout')}
        onClick={() => setIsOpen(true)}
      >
        <PlusIcon /> Cut-out
      </Button>
      {isOpen && (
        <CutoutDialog
          userId={userId}
          list={list}
          cost={cost}
          creation={creation.state}
          onCreate={creation.create}
          onPlace={place}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
