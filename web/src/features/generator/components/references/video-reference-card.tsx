import { useEffectEvent, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { explain } from '../../../../api/error-sentences.ts';
import { ConnectionError, hasCode } from '../../../../api/errors.ts';
import { useSiteConfig } from '../../../../api/site-config.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import type { Session } from '../../../../session/session-store.ts';
import { CloseIcon } from '../../../../ui/action-icons.tsx';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { PictureIcon } from '../../../../ui/icons.tsx';
import { Segmented } from '../../../../ui/segmented.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { useVideoReference } from '../../api.ts';
import type { VideoDetails } from '../../api.ts';
import type { Reference } from '../../hooks/use-reference.ts';
import './video-reference-card.css';

/** A handle is typed letter by letter, and the lookups of a user are limited. */
const LOOKUP_DELAY_MS = 300;

const STRENGTHS = [
  { value: 'loose', label: 'A hint of it' },
  { value: 'close', label: 'Much like it' },
] as const;

export interface VideoCardProps {
  session: Session;
  link: NonNullable<Reference['link']>;
  reference: Reference;
  onRemove: () => void;
}

/** The video or channel of the prompt's link. It has the same height in every state. */
export default function VideoReferenceCard({ session, link, reference, onRemove }: VideoCardProps) {
  const config = useSiteConfig();
  const offered = config.status === 'success' ? config.data.references : undefined;
  const isOffered = offered === undefined || offered.video;
  const settledUrl = useDebounced(link.url, LOOKUP_DELAY_MS);
  const canLookUp = session.status === 'signed-in' && offered && isOffered && settledUrl === link.url;
  const lookup = useVideoReference(canLookUp ? session.user.id : undefined, link.url);

  const videoId = lookup.status === 'success' ? lookup.data.videoId : undefined;
  useReportedVideo(link.url, videoId, reference);

  const remove = (
    <Button variant="outline" className="reference-action" onClick={onRemove}>
      Remove the link
    </Button>
  );

  if (session.status === 'visitor') {
    return (
      <Card title="Style from this video" text="Sign in to see it here. The link stays in the prompt.">
        {remove}
      </Card>
    );
  }
  if (!isOffered) {
    return (
      <Card
        title="Video links do not work here"
        text="Remove the link and describe the style in words."
        isProblem
      >
        {remove}
      </Card>
    );
  }
  if (lookup.status === 'error' || config.status === 'error') {
    const error = lookup.status === 'error' ? lookup.error : undefined;
    if (isAboutLink(error)) {
      return (
        <Card title="This link cannot be used" text={`${explain(error)}.`} isProblem>
          {remove}
        </Card>
      );
    }
    const reason = explain(error ?? new ConnectionError());
    const retry = config.status === 'error' ? config.refetch : lookup.refetch;
    return (
      <Card title="Video not loaded" text={`${reason}.`} isProblem onRemove={onRemove}>
        <Button variant="outline" className="reference-action" onClick={retry}>
          Retry
        </Button>
      </Card>
    );
  }
  const control = (
    <Segmented
      label="How closely to follow the style"
      options={STRENGTHS}
      value={reference.strength}
      onChange={reference.setStrength}
    />
  );
  if (lookup.status === 'pending') {
    return (
      <Card title={<Skeleton width={20} />} text={<Skeleton width={16} />} isBusy onRemove={onRemove}>
        {control}
      </Card>
    );
  }
  const { title = 'A video on YouTube', thumbnailURL } = lookup.data;
  const setAside = reference.preferred && SET_ASIDE[reference.preferred];
  const effect = describeEffect(lookup.data, reference.text !== '');
  return (
    <Card title={title} text={effect} pictureUrl={thumbnailURL} setAside={setAside} onRemove={onRemove}>
      {control}
    </Card>
  );
}

/** Says why a link is not used. */
const SET_ASIDE = {
  video: undefined,
  image: 'Set aside, your image is used',
  series: 'Set aside, the style of the earlier thumbnail is used',
};

/** Reports before the card is painted: Generate uses the video that the creator sees. */
function useReportedVideo(url: string, videoId: string | undefined, reference: Reference): void {
  const report = useEffectEvent(reference.setShownVideo);
  useLayoutEffect(() => {
    if (videoId !== undefined) report({ url, videoId });
  }, [url, videoId]);
}

/** A retry of the same link would have the same result. */
const isAboutLink = (error: unknown) => hasCode(error, 'reference_not_found', 'invalid_request');

function describeEffect({ kind, author }: VideoDetails, hasText: boolean): string {
  const source = kind === 'channel' ? "Style from the channel's newest video" : 'Style from this video';
  return [hasText ? source : `${source}, its title is the idea`, author].filter(Boolean).join(' · ');
}

interface CardProps {
  title: ReactNode;
  text: ReactNode;
  pictureUrl?: string;
  isBusy?: boolean;
  isProblem?: boolean;
  /** Says why the link is not used. It replaces the text. */
  setAside?: string | undefined;
  onRemove?: () => void;
  /** The control or the action of this state. */
  children: ReactNode;
}

function Card({ title, text, pictureUrl, isBusy, isProblem, setAside, onRemove, children }: CardProps) {
  return (
    <div
      className="reference-card"
      role="group"
      aria-label="Reference"
      aria-busy={isBusy}
      data-state={isProblem ? 'problem' : setAside ? 'set-aside' : undefined}
    >
      <VideoPicture key={pictureUrl} url={pictureUrl} />
      <p className="reference-about" role="status">
        <strong>{title}</strong>
        <span>{setAside ?? text}</span>
      </p>
      {children}
      {onRemove && (
        <IconButton aria-label="Remove the link" onClick={onRemove}>
          <CloseIcon />
        </IconButton>
      )}
    </div>
  );
}

/** The small picture of a video, or an icon in its place. Pass `url` as its key. */
function VideoPicture({ url }: { url: string | undefined }) {
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
