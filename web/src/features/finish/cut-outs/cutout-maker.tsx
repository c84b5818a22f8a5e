import { lazy, useEffect, useEffectEvent, useState } from 'react';
import type { CutoutLayer } from '#contract/design/design.ts';
import { listCutouts } from '../../../api/cutouts.ts';
import { usePrivacyUrl } from '../../../api/use-privacy-url.ts';
import { isVideo } from '../../../lib/is-video.ts';
import { useConsent } from '../../../lib/use-consent.ts';
import { ConsentDialog } from '../../../ui/consent-dialog.tsx';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { createCutoutLayer } from '../editor/new-layers.ts';
import { useCutoutNames } from './use-cutout-names.ts';
import { useCutoutCreation } from './use-cutout-creation.ts';
import type { CutoutRequest } from '../editor/page-context.ts';
import type { Answer } from './picture-question.tsx';

const PictureQuestion = lazy(() => import('./picture-question.tsx'));
const CutoutDialog = lazy(() => import('./cutout-dialog.tsx'));
const VideoDialog = lazy(() => import('../../../video/video-dialog.tsx'));

/** Makes cut-outs, also while its dialog is closed, and places them in the design. */
export default function CutoutMaker({ request }: { request: CutoutRequest | 'closed' }) {
  const { userId, thumbnail, requestCutout } = useFinishPage();
  const file = request === 'closed' ? undefined : request.file;
  const { place } = useEditedDesign();
  const placeNew = useNewCutouts();
  const [video, setVideo] = useState<File>();
  const onPlace = (cutoutId: string, isPicture: boolean) => {
    requestCutout('closed');
    place(createCutoutLayer(cutoutId, isPicture));
  };
  const onCreated = (cutoutId: string, isPicture: boolean) => {
    // The question about the next file and a video stay.
    if (file === undefined && video === undefined) requestCutout('closed');
    placeNew(createCutoutLayer(cutoutId, isPicture));
  };
  // The question and the video replace the dialog that shows the creation.
  const isShown = request !== 'closed' && file === undefined && video === undefined;
  const creation = useCutoutCreation({ userId, thumbnailId: thumbnail.id, isShown, onCreated });
  const naming = useCutoutNames(request !== 'closed');
  const { forget } = creation;
  useNewVisit(request, forget, () => setVideo(undefined));

  const [asking, setAsking] = useState<File>();
  const consent = useConsent(userId);
  const create = (chosen: File, answer: Answer) => {
    setAsking(undefined);
    setVideo(undefined);
    requestCutout({ isPicture: answer === 'picture' }); // Shows the progress.
    creation.create(chosen, { keepsBackground: answer !== 'cutout', isPicture: answer === 'picture' });
  };
  const choose = (chosen: File, answer: Answer) => {
    forget();
    if (answer === 'cutout' && !consent.isGiven) setAsking(chosen);
    else create(chosen, answer);
  };
  // The file inputs also take a video that is dropped on them.
  const chooseOrOpen = (chosen: File, answer: Answer) =>
    isVideo(chosen) ? setVideo(chosen) : choose(chosen, answer);
  useHandedFile(request, choose);
  if (request === 'closed') return null;
  const shownVideo = file === undefined ? video : onlyVideo(file);
  return (
    <>
      <LazyPart>
        {file && !shownVideo && (
          <PictureQuestion
            file={file}
            onAnswer={(answer) => choose(file, answer)}
            onClose={() => requestCutout('closed')}
          />
        )}
        {/* The video replaces the dialog: one press of Escape would close two dialogs. */}
        {!file && !video && (
          <CutoutDialog
            isPicture={request.isPicture === true}
            creation={creation.state}
            naming={naming}
            onChoose={chooseOrOpen}
            onVideo={setVideo}
            onPlace={onPlace}
          />
        )}
      </LazyPart>
      {shownVideo && (
        <FrameOfVideo
          video={shownVideo}
          isPicture={request.isPicture === true}
          onChoose={choose}
          onClose={() => (file ? requestCutout('closed') : setVideo(undefined))}
        />
      )}
      {/* This dialog opens above the other dialog, which gets the focus back. */}
      {asking && (
        <UploadConsent
          onConfirm={() => {
            consent.give();
            create(asking, 'cutout');
          }}
          onCancel={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

/**
 * Forgets the failure of the file before. The next file, and the next opening of the dialog, have nothing to do with a failure that was seen.
 * @param onClose called when the dialog is closed
 */
function useNewVisit(request: CutoutRequest | 'closed', forget: () => void, onClose: () => void): void {
  const file = request === 'closed' ? undefined : request.file;
  const begin = useEffectEvent(() => {
    if (file !== undefined || request === 'closed') forget();
    if (request === 'closed') onClose();
  });
  useEffect(() => begin(), [file, request]);
}

/** Asks whether the creator may use the image of a cut-out. */
function UploadConsent(props: { onConfirm: () => void; onCancel: () => void }) {
  const privacyUrl = usePrivacyUrl();
  return (
    <ConsentDialog privacyUrl={privacyUrl} {...props}>
      only to remove their background
    </ConsentDialog>
  );
}

const onlyVideo = (file: File): File | undefined => (isVideo(file) ? file : undefined);

/** Returns a function that places a new cut-out. Only the list has the size of a new cut-out, and its place depends on its size. */
function useNewCutouts(): (layer: CutoutLayer) => void {
  const {
    place,
    cutouts: { list },
  } = useEditedDesign();
  const [made, setMade] = useState<readonly CutoutLayer[]>([]);
  const placeMade = useEffectEvent(() => {
    if (made.length === 0) return;
    for (const layer of made) place(layer);
    setMade([]);
  });
  useEffect(() => placeMade(), [made]);
  return (layer) => {
    const add = () => setMade((before) => [...before, layer]);
    listCutouts().then(list.setData).then(add, add);
  };
}

interface FrameOfVideoProps {
  video: File;
  isPicture: boolean;
  onChoose: (frame: File, answer: Answer) => void;
  onClose: () => void;
}

/** Takes a frame of a video. The question about the frame opens above the video, which keeps its position. */
function FrameOfVideo({ video, isPicture, onChoose, onClose }: FrameOfVideoProps) {
  const [frame, setFrame] = useState<File>();
  return (
    <>
      {/* React closes the question first if both dialogs go away, so that the video can give the focus back. */}
      <LazyPart>
        {frame && (
          <PictureQuestion
            file={frame}
            onAnswer={(answer) => onChoose(frame, answer)}
            onClose={() => setFrame(undefined)}
          />
        )}
      </LazyPart>
      <LazyPart>
        <VideoDialog
          file={video}
          // The question names the price.
          uses={(taken) => (isPicture ? onChoose(taken, 'picture') : setFrame(taken))}
          onClose={onClose}
        />
      </LazyPart>
    </>
  );
}

/** Chooses the file that the home page has handed over: the creator has answered the question there. */
function useHandedFile(
  request: CutoutRequest | 'closed',
  onChoose: (file: File, answer: Answer) => void,
): void {
  const { requestCutout } = useFinishPage();
  const choose = useEffectEvent(() => {
    if (request === 'closed' || !request.file || !request.answer) return;
    requestCutout({ isPicture: request.answer !== 'cutout' });
    onChoose(request.file, request.answer);
  });
  useEffect(() => choose(), [request]);
}
