import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { explain } from '../../../../api/error-sentences.ts';
import type { DecodedImage } from '../../../../api/load-svg.ts';
import { useUserId } from '../../../../session/session-provider.tsx';
import type { Crop } from '../../model/crop.ts';
import { encodePhoto, storePhoto } from '../../model/store-photo.ts';
import { CropDialog } from './crop-dialog.tsx';

interface OwnPictureProps {
  file: File;
  onClose: () => void;
}

/** Makes a thumbnail of the creator's own picture, and opens its finish page. A repeated press goes on with the same thumbnail. */
export default function OwnPicture({ file, onClose }: OwnPictureProps) {
  const userId = useUserId();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [generationId] = useState(() => crypto.randomUUID());
  const left = useRef(new AbortController());
  const close = () => {
    left.current.abort();
    onClose();
  };
  const use = async (image: DecodedImage, crop: Crop): Promise<void> => {
    if (userId === undefined) return;
    setProblem(undefined);
    setProgress('Preparing the picture...');
    const { signal } = left.current;
    const onShare = (share: number) => setProgress(`Uploading, ${Math.round(share * 100)}%`);
    try {
      const photo = await encodePhoto(image, crop, file.name);
      await storePhoto({ userId, generationId, name: file.name, photo }, { signal, onProgress: onShare });
      onClose();
      await navigate(`/thumbnails/${generationId}`);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(`The picture was not stored. ${explain(error)}.`);
      setProgress(undefined);
    }
  };
  return (
    <CropDialog
      file={file}
      progress={progress}
      problem={problem}
      onUse={(image, crop) => void use(image, crop)}
      onClose={close}
    />
  );
}
