import { useEffect, useState } from 'react';
import type * as CardModule from './video-reference-card.tsx';
import type { VideoCardProps } from './video-reference-card.tsx';

/** The card of the prompt's link. Its code loads with the first link, and its space is reserved. */
export function VideoReference(props: VideoCardProps) {
  const [code, setCode] = useState<typeof CardModule>();
  const { url } = props.link;
  useEffect(() => {
    // Without the card, the server still finds the video. Another link tries again.
    import('./video-reference-card.tsx').then(setCode, () => undefined);
  }, [url]);
  return <div className="reference-slot">{code && <code.default {...props} />}</div>;
}
