import { useState } from 'react';
import { PictureIcon } from '../../../../ui/icons.tsx';

/** The small picture of a video, or an icon in its place. Pass `url` as its key. */
export function VideoPicture({ url }: { url: string | undefined }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span className="reference-picture">
      {url === undefined || isBroken ? (
        <PictureIcon />
      ) : (
        <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setIsBroken(true)} />
      )}
    </span>
  );
}
