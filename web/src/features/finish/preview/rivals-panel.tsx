import { Fragment, useId, useRef, useState } from 'react';
import type { RefObject, SubmitEvent } from 'react';
import { useIsOffline } from '../../../lib/online.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { useSeconds } from '../../../lib/use-seconds.ts';
import { CheckIcon, CloseIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { createIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { WarningIcon } from '../editor/icons.tsx';
import { readLinks } from './read-links.ts';
import type { Rival, RivalEntry, Rivals } from './rivals.ts';
import type { Comparison } from './use-stands-out.ts';
import './rivals-panel.css';

interface RivalsPanelProps {
  rivals: Rivals;
  /** Undefined until it is known. */
  comparison: Comparison | undefined;
  loaded: readonly Rival[];
  /** True if the verdict and the field stand before the list, right below the videos. */
  isNarrow: boolean;
}

/** The videos that stand beside the thumbnail, the field for their links, and the check that compares them. */
export default function RivalsPanel({ rivals, comparison, loaded, isNarrow }: RivalsPanelProps) {
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);
  const remove = (link: string) => {
    rivals.change(rivals.links.filter((other) => other !== link));
    field.current?.focus(); // The pressed button goes away.
  };
  const list = (
    <Fragment key="list">
      {/* The field above an empty list says enough. */}
      <h2 id={titleId} className={isNarrow && rivals.entries.length === 0 ? 'visually-hidden' : undefined}>
        Real rivals
      </h2>
      {rivals.entries.length > 0 && (
        <ul aria-labelledby={titleId}>
          {rivals.entries.map((entry) => (
            <RivalRow
              key={entry.link}
              entry={entry}
              isClose={entry.status === 'loaded' && comparison?.get(entry.rival.videoId) !== undefined}
              onRemove={() => remove(entry.link)}
            />
          ))}
        </ul>
      )}
    </Fragment>
  );
  const form = <LinkForm key="form" field={field} links={rivals.links} onAdd={rivals.change} />;
  const compared = loaded.filter(({ videoId }) => comparison?.has(videoId));
  const verdict = comparison && compared.length > 0 && (
    <StandsOut key="verdict" comparison={comparison} rivals={compared} />
  );
  return (
    <section className="rivals" aria-labelledby={titleId}>
      {isNarrow ? [verdict, form, list] : [list, form, verdict]}
    </section>
  );
}

interface RivalRowProps {
  entry: RivalEntry;
  isClose: boolean;
  onRemove: () => void;
}

function RivalRow({ entry, isClose, onRemove }: RivalRowProps) {
  const name = entry.status === 'loaded' ? `“${entry.rival.title}”` : entry.link;
  return (
    <li data-status={entry.status} data-close={isClose} aria-busy={entry.status === 'pending'}>
      <span className="rival-picture">
        {entry.status === 'loaded' && <img src={entry.rival.image} alt="" />}
        {entry.status === 'failed' && <WarningIcon />}
      </span>
      <div role="status">
        {entry.status === 'pending' && <Pending />}
        {entry.status === 'loaded' && (
          <>
            <bdi>{entry.rival.title}</bdi>
            <small>
              <bdi>{entry.rival.channel}</bdi>
            </small>
          </>
        )}
        {entry.status === 'failed' && (
          <>
            <bdi>{entry.link}</bdi>
            <small className="rival-problem">{entry.problem}</small>
          </>
        )}
      </div>
      {entry.status === 'failed' && entry.retry && (
        <Button variant="quiet" aria-label={`Retry ${name}`} onClick={entry.retry}>
          Retry
        </Button>
      )}
      <IconButton aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <CloseIcon />
      </IconButton>
    </li>
  );
}

/** The time after which a lookup counts as slow, in seconds. */
const SLOW_AFTER = 3;

function Pending() {
  const [since] = useState(Date.now);
  const isSlow = useSeconds(since) >= SLOW_AFTER;
  const isOffline = useIsOffline();
  if (isOffline) return <small>You are offline. The video needs a connection.</small>;
  if (isSlow) return <small>YouTube is slow to answer. Still looking...</small>;
  return (
    <>
      <span className="visually-hidden">Looking up the video...</span>
      <Skeleton width={20} />
    </>
  );
}

const LinkIcon = createIcon(
  'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
);

interface LinkFormProps {
  field: RefObject<HTMLInputElement | null>;
  links: readonly string[];
  onAdd: (links: string[]) => void;
}

function LinkForm({ field, links, onAdd }: LinkFormProps) {
  const problemId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const read = readLinks(text, links);
    setText(read.rest);
    setProblem(read.problem);
    if (read.links.length > links.length) onAdd(read.links);
    field.current?.focus();
  };
  return (
    <form className="rival-form" onSubmit={add} noValidate>
      <LinkIcon />
      <input
        ref={field}
        className="field-box"
        aria-label="Link to a video or channel"
        placeholder="Paste a video or channel link"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2_000}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby={problemId}
        onChange={({ currentTarget }) => {
          setText(replaceControls(currentTarget.value));
          setProblem(undefined);
        }}
      />
      <Button variant="outline" type="submit">
        Add
      </Button>
      <small id={problemId} className="field-problem" role="alert">
        {problem}
      </small>
    </form>
  );
}

/** The check never blocks, and predicts no clicks. */
function StandsOut({ comparison, rivals }: { comparison: Comparison; rivals: readonly Rival[] }) {
  const close = rivals.flatMap((rival) => {
    const resemblance = comparison.get(rival.videoId);
    return resemblance ? [{ rival, ...resemblance }] : [];
  });
  return (
    <div className="stands-out" role="status" data-passed={close.length === 0}>
      <h3>
        {close.length === 0 ? <CheckIcon /> : <WarningIcon />}
        <span>Stands out</span>
        <small>{`from ${rivals.length - close.length} of ${rivals.length}`}</small>
      </h3>
      {close.length === 0 && <p>No rival looks like yours at a glance.</p>}
      {close.map(({ rival, common, advice }) => (
        <p key={rival.videoId}>
          <span>Close to “</span>
          <bdi>{rival.title}</bdi>
          <span>{`”: ${common}.`}</span> <small>{`${advice}.`}</small>
        </p>
      ))}
    </div>
  );
}
