import useSWR from 'swr';
import { findHeadlineLayer } from '#contract/design/headline.ts';
import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { describeFailure, suggestConcepts } from '../../../api/suggestions.ts';
import { AskStatus } from '../../../ui/ask-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { EarlyAccess } from '../../../ui/early-access.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { notify } from '../../../ui/notify.ts';
import { CopyIcon } from '../editor/icons.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import type { Video } from './video-details.ts';
import { applyChanges } from '../editor/apply-changes.ts';
import { updateLayer } from '../editor/edit-design.ts';
import './title-suggestions.css';

/** Headlines and video titles for the thumbnail. One press sets one: the words of the largest text, or the title of the previews. */
export default function TitleSuggestions({ video, onUse }: { video: Video; onUse: () => void }) {
  const { suggestions } = useFinishPage().offers;
  const { editor, fitWords } = useEditedDesign();
  const { design } = editor;
  const { concepts, state, ask } = useSuggestions();
  return (
    <div className="title-suggestions">
      {suggestions === 'early' && <EarlyAccess />}
      <AskStatus state={state} loading="Writing titles and headlines..." />
      {concepts && (
        <>
          <Choices
            label="Headlines"
            choices={concepts.map(({ headline }) => headline)}
            isChosen={(text) => design.layers.some((layer) => layer.kind === 'text' && layer.text === text)}
            onChoose={(text) => {
              const last = findHeadlineLayer(design.layers);
              const next = last
                ? updateLayer(design, last.id, fitWords(last, { text }))
                : applyChanges(design, undefined, [{ kind: 'words', text }], fitWords);
              editor.change(next, `The headline is “${text}”.`);
              onUse();
            }}
          />
          <Choices
            label="Video titles"
            choices={concepts.map(({ title }) => title)}
            isChosen={(title) => video.details.title === title}
            onChoose={(title) => {
              video.change({ title });
              editor.announce(`The title of the video is “${title}”.`);
              onUse();
            }}
            onCopy={(title) => {
              navigator.clipboard.writeText(title).then(
                () => editor.announce(`“${title}” copied.`),
                () => notify.error('Failed to copy. Please try again.'),
              );
            }}
          />
        </>
      )}
      {state.status !== 'loading' && (
        <Button variant="quiet" onClick={ask}>
          {state.status === 'failed' ? 'Try again' : 'Suggest again'}
        </Button>
      )}
    </div>
  );
}

const IDLE = { status: 'idle' } as const;
const LOADING = { status: 'loading' } as const;

/** Asks once for a thumbnail, because the number of requests is limited. Another tab shows the same suggestions. */
function useSuggestions() {
  const { userId, thumbnail } = useFinishPage();
  const { data, error, isValidating, mutate } = useSWR<Concept[], unknown>(
    ['concepts', userId, thumbnail.id],
    () => suggestConcepts({ thumbnailId: thumbnail.id }),
    {
      revalidateIfStale: false,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      // React can mount the effects again before the answer is shown, when a part beside them loads. In ms.
      dedupingInterval: 10_000,
    },
  );
  const answer = error === undefined ? IDLE : describeFailure(error);
  /** The last suggestions stay while the next ones are written. */
  return { concepts: data, state: isValidating ? LOADING : answer, ask: () => void mutate() };
}

interface ChoicesProps {
  label: string;
  choices: readonly string[];
  isChosen: (choice: string) => boolean;
  onChoose: (choice: string) => void;
  /** Without it, the choices cannot be copied. */
  onCopy?: (choice: string) => void;
}

const Choices = ({ label, choices, isChosen, onChoose, onCopy }: ChoicesProps) => (
  <>
    <h3>{label}</h3>
    <ul aria-label={label}>
      {[...new Set(choices)].map((choice) => (
        <li key={choice}>
          <button type="button" dir="auto" aria-pressed={isChosen(choice)} onClick={() => onChoose(choice)}>
            {choice}
          </button>
          {onCopy && (
            <IconButton aria-label={`Copy “${choice}”`} title="Copy" onClick={() => onCopy(choice)}>
              <CopyIcon />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  </>
);
