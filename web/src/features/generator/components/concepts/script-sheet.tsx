import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeEvent, DragEvent } from 'react';
import type { Concept } from '#contract/endpoints/suggestion-schemas.ts';
import { LIMITS } from '#contract/limits.ts';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { hasVisibleCharacter } from '#contract/visible-text.ts';
import { namePeriod, readLeft } from '../../../../api/requests-left.ts';
import { suggestConcepts, useSuggestion } from '../../../../api/suggestions.ts';
import { replaceControls } from '../../../../lib/replace-controls.ts';
import { keepWords } from '../../../../lib/video-words.ts';
import { readUserId } from '../../../../session/session-store.ts';
import { AskStatus } from '../../../../ui/ask-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { EarlyAccess } from '../../../../ui/early-access.tsx';
import { Field } from '../../../../ui/field.tsx';
import { decodeText } from '../../model/decode-text.ts';
import { keptScript } from '../../model/kept-script.ts';
import { countCharacters } from '../../model/prompt-length.ts';
import { readScript } from '../../model/read-script.ts';
import './script-sheet.css';

interface ScriptSheetProps {
  /** True if concepts are in early access. */
  isEarly: boolean;
  onClose: () => void;
  onPick: (prompt: string) => void;
}

/** The most bytes of a file that is read: 20,000 characters, and the times of subtitles. */
const MAX_FILE_BYTES = 500_000;

/** @returns the text of a file, or why it cannot be used */
async function readFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (!/\.(?:txt|srt)$/i.test(file.name) || file.size > MAX_FILE_BYTES) {
    return { problem: 'Choose a .txt or .srt file of at most 500 kB.' };
  }
  const text = decodeText(await file.arrayBuffer());
  return text === undefined
    ? { problem: `The letters of ${file.name} could not be read. Save it as UTF-8, or paste its text.` }
    : { text };
}

/** The script and its concepts, which stay while the sheet is closed. A request goes on meanwhile. */
function useScript() {
  const [script, setScript] = useState(keptScript.get().script);
  const { state, ask, reset, fail } = useSuggestion(keptScript.get().concepts);
  const words = readScript(replaceControls(script));

  const showRequest = useEffectEvent(() => {
    const { request } = keptScript.get();
    if (request) ask(() => request.answer);
  });
  useEffect(() => showRequest(), []);

  const change = (text: string) => {
    keptScript.set({ script: text });
    setScript(text);
    reset();
  };
  return {
    script,
    words,
    state,
    change,
    suggest: () => {
      const controller = new AbortController();
      const answer = suggestConcepts({ script: words }, controller.signal);
      const request = { answer, controller };
      keptScript.set({ script, request });
      answer.then(
        // The script may have changed meanwhile.
        (concepts) => keptScript.get().request === request && keptScript.set({ script, concepts }),
        () => undefined,
      );
      ask(() => answer);
    },
    openFile: async (file: File) => {
      const userId = readUserId();
      const content = await readFile(file);
      if (readUserId() !== userId) return;
      if ('problem' in content) fail(content.problem);
      else change(readScript(content.text));
    },
  };
}

/** Makes three concepts from a script. Use fills the prompt, and keeps title and headline for the finish page. */
export default function ScriptSheet({ isEarly, onClose, onPick }: ScriptSheetProps) {
  const { script, words, state, change, suggest, openFile } = useScript();
  const excess = countCharacters(words) - LIMITS.scriptLength;

  const pick = ({ prompt, title, headline }: Concept) => {
    keepWords({ of: prompt, title, headline });
    onClose();
    onPick(prompt);
  };
  return (
    <Dialog
      title="Start from a script"
      onCancel={onClose}
      cancelLabel="Close"
      actions={
        <Button
          variant="primary"
          disabled={state.status === 'loading' || !hasVisibleCharacter(words) || excess > 0}
          onClick={suggest}
        >
          Suggest concepts
        </Button>
      }
    >
      <div className="script-sheet">
        {isEarly && <EarlyAccess />}
        <p>{`Free: three concepts cost no credits. ${describeLeft(readLeft('concepts'))}, also for titles and headlines on the finish page.`}</p>
        <div
          onDragOver={(event: DragEvent) => event.preventDefault()}
          onDrop={(event: DragEvent) => {
            event.preventDefault();
            const file = event.dataTransfer.files[0];
            if (file) void openFile(file);
          }}
        >
          <Field label="Script">
            {(id) => (
              <textarea
                id={id}
                className="field-box"
                rows={state.status === 'ready' ? 2 : 6}
                dir="auto"
                placeholder="Paste the script of your video, or drop a .txt or .srt file"
                value={script}
                onChange={({ currentTarget }) => change(currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <input
          type="file"
          accept=".txt,.srt"
          aria-label="Open a script file"
          onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
            const file = currentTarget.files?.[0];
            if (file) void openFile(file);
          }}
        />
        {excess > 0 && (
          <p role="alert">{`Shorten the script by ${excess.toLocaleString('en-GB')} characters.`}</p>
        )}
        <AskStatus state={state} loading="Writing concepts..." />
        {state.status === 'ready' && <ConceptList concepts={state.data} onPick={pick} />}
      </div>
    </Dialog>
  );
}

function describeLeft(left: number | undefined): string {
  const { each, current } = namePeriod('concepts');
  return left === undefined
    ? `You can ask up to ${RATE_LIMITS.concepts.maximum} times ${each}`
    : `You can ask ${left} more ${left === 1 ? 'time' : 'times'} ${current}`;
}

interface ConceptListProps {
  concepts: readonly Concept[];
  onPick: (concept: Concept) => void;
}

/** A small window shows the script when the concepts arrive. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

const ConceptList = ({ concepts, onPick }: ConceptListProps) => (
  <ul ref={scrollIntoView} className="concepts" aria-label="Concepts">
    {concepts.map((concept, index) => (
      <li key={concept.title}>
        <dl>
          <dt>Title</dt>
          <dd dir="auto">{concept.title}</dd>
          <dt>Headline</dt>
          <dd dir="auto">{concept.headline}</dd>
          <dt>Picture</dt>
          <dd dir="auto">{concept.prompt}</dd>
        </dl>
        <Button variant="brand" aria-label={`Use concept ${index + 1}`} onClick={() => onPick(concept)}>
          Use
        </Button>
      </li>
    ))}
  </ul>
);
