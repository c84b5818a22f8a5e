import { lazy, useState } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { DropTarget } from './drop-target.tsx';

const DroppedPicture = lazy(() => import('./references/dropped-picture.tsx'));
const OwnPicture = lazy(() => import('./own-picture/own-picture.tsx'));

export interface DropsProps {
  userId: string | undefined;
  /** `use` is what the creator has said that the file is. */
  onFiles: (files: File[], use?: ReferenceUse) => void;
}

/** Takes the files that are dropped on the page or pasted. A dialog asks what a single picture is, if it can have a purpose. */
export default function Drops({ userId, onFiles }: DropsProps) {
  const [dropped, setDropped] = useState<File>();
  const [own, setOwn] = useState<File>();
  return (
    <>
      <DropTarget
        onFiles={(files) =>
          userId !== undefined && files.length === 1 ? setDropped(files[0]) : onFiles(files)
        }
      />
      <LazyPart>
        {dropped && (
          <DroppedPicture
            file={dropped}
            onAnswer={(use) => {
              setDropped(undefined);
              onFiles([dropped], use);
            }}
            onOwn={() => {
              setDropped(undefined);
              setOwn(dropped);
            }}
            onClose={() => setDropped(undefined)}
          />
        )}
      </LazyPart>
      <LazyPart>{own && <OwnPicture file={own} onClose={() => setOwn(undefined)} />}</LazyPart>
    </>
  );
}
