import { useNavigate } from 'react-router-dom';
import { useCredits } from '../../../../api/read-credits.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { formatCredits } from '../../../../lib/format.ts';
import { handPicture } from '../../../../lib/handed-picture.ts';
import type { HandedAnswer } from '../../../../lib/handed-picture.ts';
import { finishPath } from '../../../../lib/paths.ts';
import { useUserId } from '../../../../session/session-provider.tsx';
import { CutoutIcon } from '../../../../ui/action-icons.tsx';
import { AddPictureIcon, createIcon, PictureIcon } from '../../../../ui/icons.tsx';
import type { FrameUse } from '../../../../video/use-frame-menu.tsx';
import VideoDialog from '../../../../video/video-dialog.tsx';
import { useTarget } from './use-target.ts';

const FrameIcon = createIcon('M4 5.5h16v13H4z');

interface OwnVideoProps {
  file: File;
  /** The id of the thumbnail in the viewer. */
  shownId: string | undefined;
  /** The frame is the thumbnail itself. */
  onThumbnail: (frame: File) => void;
  /** The frame is a reference of the next image. */
  onReference: (frame: File) => void;
  onClose: () => void;
}

/** Takes a frame of the creator's video, and asks what the frame is. */
export default function OwnVideo({ file, shownId, onThumbnail, onReference, onClose }: OwnVideoProps) {
  const uses: readonly FrameUse[] = [
    { label: 'The thumbnail', price: 'free, no AI', icon: <FrameIcon />, onUse: onThumbnail },
    ...usePlaces(shownId, onClose),
    { label: 'A reference', price: 'next image', icon: <AddPictureIcon />, onUse: onReference },
  ];
  return <VideoDialog file={file} uses={uses} onClose={onClose} />;
}

/** Returns what a frame can be on a thumbnail: nothing before the first thumbnail is made, and no cut-out without its credits. */
function usePlaces(shownId: string | undefined, onClose: () => void): FrameUse[] {
  const navigate = useNavigate();
  const target = useTarget(shownId);
  const config = useSiteConfig();
  const balance = useCredits(useUserId());
  if (!target) return [];
  const place = (answer: HandedAnswer) => (file: File) => {
    handPicture({ thumbnailId: target.id, file, answer });
    onClose();
    void navigate(finishPath(target.id));
  };
  const cost = config.status === 'success' ? config.data.references.cutoutCost : undefined;
  const isShort = balance.status === 'success' && balance.data < (cost ?? 0);
  const cutout =
    cost === undefined || isShort
      ? []
      : [
          {
            label: 'A cut-out',
            price: formatCredits(cost),
            icon: <CutoutIcon />,
            onUse: place('cutout'),
          },
        ];
  return [
    ...cutout,
    {
      label: 'A picture on the thumbnail',
      price: 'free',
      icon: <PictureIcon />,
      onUse: place('picture'),
    },
  ];
}
