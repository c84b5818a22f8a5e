import { useEffect, useState } from 'react';
import type { ReferenceUse } from '#contract/reference-use.ts';
import { explain } from '../../../../api/error-sentences.ts';
import { handPicture } from '../../../../lib/handed-picture.ts';
import type { HandedAnswer } from '../../../../lib/handed-picture.ts';
import { finishPath } from '../../../../lib/paths.ts';
import { useSession } from '../../../../session/session-provider.tsx';
import { useNavigate } from 'react-router-dom';
import { openPhoto } from '../../model/photo/open-photo.ts';
import type { OpenPhoto } from '../../model/photo/open-photo.ts';
import { CropDialog } from './crop-dialog.tsx';
import { PictureQuestion } from './picture-question.tsx';
import { useStoredPhoto } from './use-stored-photo.ts';

interface OwnPictureProps {
  file: File;
  /** True if the creator may want something else than a thumbnail of the picture. */
  isAsked: boolean;
  /** The id of the thumbnail in the viewer. */
  shownId: string | undefined;
  /** The picture is a reference of the next image. */
  onReference: (file: File, use: ReferenceUse | undefined) => void;
  /** Runs before `onClose` if the creator cancels the crop. */
  onCancel: () => void;
  onClose: () => void;
}

/** Asks what a picture is, and makes a thumbnail of it, or gives it to the part of the site that it is for. */
export default function OwnPicture(props: OwnPictureProps) {
  const { file, isAsked, shownId, onReference, onCancel, onClose } = props;
  const session = useSession();
  const navigate = useNavigate();
  const [isThumbnail, setIsThumbnail] = useState(!isAsked);
  const { photo, failure } = useOpenPhoto(file);
  const problem = failure === undefined ? undefined : `${failure}.`;
  const storing = useStoredPhoto(file, photo, onClose);
  const place = (thumbnailId: string, answer: HandedAnswer) => {
    handPicture({ thumbnailId, file, answer });
    onClose();
    void navigate(finishPath(thumbnailId));
  };
  if (!isThumbnail) {
    return (
      <PictureQuestion
        {...{ file, photo, problem, shownId, onClose }}
        onThumbnail={() => setIsThumbnail(true)}
        onReference={(use) => onReference(file, use)}
        onPlace={place}
      />
    );
  }
  return (
    <CropDialog
      name={file.name}
      photo={photo}
      progress={storing.progress}
      problem={problem ?? storing.problem}
      onUse={storing.use}
      onClose={() => {
        onCancel();
        storing.close();
      }}
    >
      {session.status === 'visitor' && (
        <p className="crop-visitor">
          Sign up to finish it, free of charge. The picture waits in this browser.
        </p>
      )}
    </CropDialog>
  );
}

/** Opens a file, and frees its memory when the dialog closes. */
function useOpenPhoto(file: File): { photo?: OpenPhoto; failure?: string } {
  const [opened, setOpened] = useState<{ photo?: OpenPhoto; failure?: string }>({});
  useEffect(() => {
    let current: OpenPhoto | undefined;
    let isLeft = false;
    openPhoto(file).then(
      (photo) => {
        if (isLeft) photo.close();
        else setOpened({ photo: (current = photo) });
      },
      (error: unknown) => isLeft || setOpened({ failure: explain(error) }),
    );
    return () => {
      isLeft = true;
      current?.close();
    };
  }, [file]);
  return opened;
}
