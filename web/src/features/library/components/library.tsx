import { nameThumbnail } from '../../../api/thumbnails.ts';
import { useState } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { ThumbnailSummary } from '#contract/endpoints/schemas.ts';
import { useIsOffline } from '../../../lib/online.ts';
import { numberNames } from '../../../lib/number-names.ts';
import { HEADINGS, PATHS } from '../../../lib/paths.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import { useUserId } from '../../../session/session-provider.tsx';
import { PlusIcon } from '../../../ui/action-icons.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { downloadThumbnails } from '../../../outbox/download-thumbnails.ts';
import { withUnsentNames } from '../../../outbox/unsent-name.ts';
import { focusFirstCard, handleCardKey } from '../model/card-keys.ts';
import { groupByDay } from '../model/group-by-day.ts';
import { EmptyLibrary, FailedLibrary, LibraryEnd, LibrarySkeleton, NothingFound } from './library-states.tsx';
import { LibrarySearch, useSearchedWords } from './library-search.tsx';
import { useTest } from '../hooks/use-test.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Tests } from './tests.tsx';
import { ThumbnailCard } from './thumbnail-card.tsx';
import { useDeletions } from '../hooks/use-deletions.ts';
import { toQuery, useLibraryFilter } from '../hooks/use-library-filter.ts';
import { useLibrary } from '../hooks/use-library.ts';
import { useThumbnailModels } from '../hooks/use-thumbnail-models.ts';
import type { LibraryState } from '../hooks/use-library.ts';
import './library.css';

export default function Library() {
  const userId = useUserId();
  const search = useLibraryFilter();
  const searched = useSearchedWords(search.filter);
  const models = useThumbnailModels().map(({ id }) => id);
  const library = useLibrary(userId, toQuery(search.filter, models));
  const deletion = useDeletions(userId);
  const selection = useSelection();
  const test = useTest(userId);
  const isOffline = useIsOffline();
  const thumbnails = library.thumbnails.filter(({ id }) => !deletion.hidden.has(id));
  const selected = thumbnails.filter(({ id }) => selection.has(id));
  // A button that deletes disappears with its thumbnail. The button that clears the selection disappears with its bar.
  const focused = useRestoreFocus<HTMLParagraphElement>(selected.length > 0);
  const deleteThumbnails = (ids: readonly string[]) => {
    deletion.deleteThumbnails(ids);
    focused.current?.focus({ preventScroll: true });
  };
  const isSearch = searched.length > 0;
  const isEmpty = library.isComplete && thumbnails.length === 0;

  return (
    <Page
      {...HEADINGS.library}
      isBusy={library.status === 'pending'}
      aside={
        <>
          <p ref={focused} className="library-count" tabIndex={-1} role="status">
            {library.status === 'success' && !isEmpty && (
              <Count count={thumbnails.length} isComplete={library.isComplete} isSearch={isSearch} />
            )}
          </p>
          {(!isEmpty || isSearch) && <NewThumbnail />}
        </>
      }
    >
      {(!isEmpty || isSearch) && (
        <LibrarySearch filter={search.filter} onChange={search.change} onLeave={focusFirstCard} />
      )}
      <Running count={library.runningCount} />
      <Tests userId={userId} test={test} onUpdate={library.update} />
      <ConnectionNotes isOffline={isOffline && library.status === 'success'} isDelayed={library.isDelayed} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape bubbles from the controls inside */}
      <div
        className="library"
        data-selecting={selected.length > 0}
        onKeyDown={(event) => {
          if (event.key === 'Escape') selection.clear();
          handleCardKey(event);
        }}
      >
        <LibraryBody
          library={library}
          empty={
            isEmpty &&
            (isSearch ? <NothingFound searched={searched} onClear={search.clear} /> : <EmptyLibrary />)
          }
          isOffline={isOffline}
        >
          <Cards {...{ library, thumbnails, selection }} onDelete={deleteThumbnails} onTest={test.open} />
        </LibraryBody>
        {selected.length > 0 && (
          <SelectionBar
            thumbnails={selected}
            onUpdate={library.update}
            onDelete={() => {
              deleteThumbnails(selected.map(({ id }) => id));
              selection.clear();
            }}
            onClear={selection.clear}
          />
        )}
      </div>
    </Page>
  );
}

interface CardsProps {
  library: LibraryState;
  thumbnails: readonly ThumbnailSummary[];
  selection: ReturnType<typeof useSelection>;
  onDelete: (ids: readonly string[]) => void;
  onTest: (ids: readonly string[]) => void;
}

function Cards({ library, thumbnails, selection, onDelete, onTest }: CardsProps) {
  const numbers = numberNames(thumbnails.map(nameThumbnail));
  const numberById = new Map(thumbnails.map(({ id }, index) => [id, numbers[index]]));
  return groupByDay(thumbnails, new Date()).map(({ name, items }) => (
    <section key={name} className="library-day" aria-label={name}>
      <h2>{name}</h2>
      {chunk(items).map((cards, index) => (
        <Grid key={index}>
          {cards.map((thumbnail) => (
            <ThumbnailCard
              key={thumbnail.id}
              thumbnail={thumbnail}
              number={numberById.get(thumbnail.id)}
              isSelected={selection.has(thumbnail.id)}
              onSelect={(isSelected) => selection.set(thumbnail.id, isSelected)}
              onDuplicated={library.retry}
              onDownload={(form) => void downloadThumbnails(withUnsentNames([thumbnail]), form)}
              onDelete={() => onDelete([thumbnail.id])}
              onTest={onTest}
              onUpdate={(changes) => library.update(thumbnail.id, changes)}
              onImageLoad={library.onImageLoad}
              onImageError={library.onImageError}
            />
          ))}
        </Grid>
      ))}
    </section>
  ));
}

const Running = ({ count }: { count: number }) => (
  <p className="library-running" role="status">
    {count > 0 && (
      <>
        <Spinner />
        <span>
          {count === 1
            ? 'A thumbnail is being generated. It will appear here.'
            : `${count} thumbnails are being generated. They will appear here.`}
        </span>
      </>
    )}
  </p>
);

interface ConnectionNotesProps {
  isOffline: boolean;
  /** The server does not have all names and favorites that the list shows. */
  isDelayed: boolean;
}

const ConnectionNotes = ({ isOffline, isDelayed }: ConnectionNotesProps) => (
  <>
    {isOffline && (
      <p className="library-offline" role="status">
        You are offline. Images that are missing appear when the connection returns.
      </p>
    )}
    {isDelayed && (
      <p className="library-offline" role="status">
        Your latest changes have not reached Thumbforge. This browser keeps them and sends them when it can.
      </p>
    )}
  </>
);

interface LibraryBodyProps {
  library: LibraryState;
  /** Shown instead of the list. */
  empty: ReactNode;
  isOffline: boolean;
  children: ReactNode;
}

function LibraryBody({ library, empty, isOffline, children }: LibraryBodyProps) {
  if (library.status === 'pending') return <LibrarySkeleton />;
  if (library.status === 'error') return <FailedLibrary isOffline={isOffline} onRetry={library.retry} />;
  if (empty) return empty;
  return (
    <>
      {children}
      <LibraryEnd library={library} />
    </>
  );
}

/** Full rows of two to five cards. The browser checks each list in each frame, so that fewer and larger ones scroll faster. */
const GRID_SIZE = 60;
const chunk = (items: readonly ThumbnailSummary[]) =>
  Array.from({ length: Math.ceil(items.length / GRID_SIZE) }, (_, index) =>
    items.slice(index * GRID_SIZE, (index + 1) * GRID_SIZE),
  );

/** A part of the list that is not painted while it is outside of the window. The style sheet computes its height from its cards. */
function Grid({ children }: { children: readonly ReactNode[] }) {
  const style: CSSProperties & Record<'--cards', number> = { '--cards': children.length };
  return (
    <ul className="library-grid" style={style}>
      {children}
    </ul>
  );
}

const NewThumbnail = () => (
  <LinkButton variant="outline" className="library-new" to={PATHS.home}>
    <PlusIcon /> New thumbnail
  </LinkButton>
);

interface CountProps {
  count: number;
  isComplete: boolean;
  isSearch: boolean;
}

/** A phone has room for the number only. */
const Count = ({ count, isComplete, isSearch }: CountProps) => (
  <>
    <span className="library-count-word">{!isComplete && `The ${isSearch ? 'first' : 'newest'} `}</span>
    <span>{count}</span>
    <span className="library-count-word">{isComplete && (count === 1 ? ' thumbnail' : ' thumbnails')}</span>
  </>
);

/** The ids of the selected thumbnails. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id: string) => selected.has(id),
    set: (id: string, isSelected: boolean) => {
      const others = [...selected].filter((other) => other !== id);
      setSelected(new Set(isSelected ? [...others, id] : others));
    },
    clear: () => setSelected(new Set()),
  };
}
