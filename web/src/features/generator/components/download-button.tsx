import { useId, useState } from 'react';
import { useOriginalDownload } from '../../../api/thumbnail-image.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { DownloadIcon } from '../../../ui/action-icons.tsx';
import { isFinishedUnsent } from '../../../outbox/designs.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { Button } from '../../../ui/button.tsx';
import { DownloadMenu, type DownloadForm } from '../../../ui/download-menu.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { reportLostCode } from '../../../ui/lazy-part.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

/** Saves an image at once. A finished thumbnail asks in which form it is saved, also before the server has its design. */
export function DownloadButton({ thumbnail }: { thumbnail: Thumbnail }) {
  const userId = useUserId();
  return thumbnail.isFinished || isFinishedUnsent(userId, thumbnail.id) ? (
    <FinishedDownload thumbnail={thumbnail} />
  ) : (
    <OriginalDownload thumbnail={thumbnail} />
  );
}

function OriginalDownload({ thumbnail }: { thumbnail: Thumbnail }) {
  const { isBusy, download } = useOriginalDownload(thumbnail);
  return (
    <Button variant="outline" disabled={isBusy} onClick={download}>
      {isBusy ? <Spinner /> : <DownloadIcon />} <span>Download</span>
    </Button>
  );
}

function FinishedDownload({ thumbnail }: { thumbnail: Thumbnail }) {
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();

  const download = async (form: DownloadForm) => {
    setIsBusy(true);
    // The code of the outbox waits for the save of a finish page that was just left.
    await import('../../../outbox/download-thumbnails.ts').then(
      ({ downloadThumbnails }) => downloadThumbnails([thumbnail], form),
      reportLostCode,
    );
    setIsBusy(false);
  };

  return (
    <>
      <Button variant="outline" className="has-menu" disabled={isBusy} popoverTarget={id}>
        {isBusy ? <Spinner /> : <DownloadIcon />} <span>Download</span> <ChevronIcon />
      </Button>
      <DownloadMenu id={id} onDownload={(form) => void download(form)} />
    </>
  );
}
