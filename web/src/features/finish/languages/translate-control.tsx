import { useEffect, useEffectEvent } from 'react';
import { RATE_LIMITS } from '#contract/rate-limits.ts';
import { useSiteConfig } from '../../../api/site-config.ts';
import { namePeriod, readLeft } from '../../../api/requests-left.ts';
import { useSuggestion } from '../../../api/suggestions.ts';
import { listNames, nameLanguage } from '../../../lib/name-language.ts';
import { AskStatus } from '../../../ui/ask-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { SparkIcon } from '../../../ui/icons.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import type { LoadedThumbnail } from '../editor/load-thumbnail.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { planOrder, requestTranslations } from './request-translations.ts';
import type { Order } from './request-translations.ts';
import { addAnswers } from '../translations/translations.ts';
import type { Answer } from '../translations/translations.ts';

/** Lets the text model write the words that are missing. Without a text model, the creator writes all words. */
export function TranslateControl() {
  const config = useSiteConfig();
  const { editor } = useEditedDesign();
  const { state, translate, cancel } = useTranslation();
  const order = planOrder(editor.original);
  const left = readLeft('translations');
  if (config.status === 'success' && !config.data.promptAssistance) return null;
  const isBusy = state.status === 'loading';
  const isOff = isBusy || !order || left === 0;
  return (
    <div className="language-translate">
      <div>
        {/* A disabled button would lose the focus with its press. */}
        <Button variant="quiet" aria-disabled={isOff} onClick={() => !isOff && translate(order)}>
          <SparkIcon /> <span>{nameButton(state.status, order)}</span>
        </Button>
        {isBusy ? (
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <small>{order ? describeLeft(left) : 'every text has its words'}</small>
        )}
      </div>
      <AskStatus state={state} loading="Translating...">
        {state.status === 'ready' && state.data !== '' && <p>{state.data}</p>}
      </AskStatus>
    </div>
  );
}

function nameButton(status: string, order: Order | undefined): string {
  if (status === 'failed') return 'Try again';
  return order?.isAgain ? 'Translate again' : 'Translate';
}

function describeLeft(left: number | undefined): string {
  const { each, current } = namePeriod('translations');
  if (left === undefined) return `free, up to ${RATE_LIMITS.translations.maximum} ${each}`;
  return left === 0 ? `none left ${current}, type the words` : `free, ${left} left ${current}`;
}

interface Translating {
  cancelled: AbortController;
  /** Says what has no answer. */
  end: Promise<string>;
}

/** The translation of each open page whose end its creator has not seen. It goes on while its panel is closed. */
const translating = new WeakMap<LoadedThumbnail, Translating>();

/** Asks the text model, and adds its answer to the design in one step of undo. */
function useTranslation() {
  const { thumbnail } = useFinishPage();
  const { editor } = useEditedDesign();
  const { state, ask, reset } = useSuggestion<string>();
  const show = ({ end }: Translating) =>
    ask((signal) => end.finally(() => signal.aborted || translating.delete(thumbnail)));
  const goOn = useEffectEvent(() => {
    const last = translating.get(thumbnail);
    if (last) show(last);
  });
  useEffect(() => goOn(), []);
  const write = async (order: Order, signal: AbortSignal) => {
    const before = editor.original;
    const answers = await requestTranslations(thumbnail.id, before, order, signal);
    editor.endGesture();
    editor.edit((design) => addAnswers(design, before, answers), describeAnswers(answers));
    return describeMissing(order, answers);
  };
  return {
    state,
    translate: (order: Order) => {
      const cancelled = new AbortController();
      const started = { cancelled, end: write(order, cancelled.signal) };
      translating.set(thumbnail, started);
      show(started);
    },
    cancel: () => {
      translating.get(thumbnail)?.cancelled.abort();
      translating.delete(thumbnail);
      reset();
      editor.announce('The translation is cancelled.');
    },
  };
}

function describeAnswers(answers: readonly Answer[]): string {
  const languages = new Set(answers.map(({ language }) => language));
  return `Words in ${listNames([...languages].map(nameLanguage))} are suggested. Confirm or correct them.`;
}

function describeMissing({ languages }: Order, answers: readonly Answer[]): string {
  const missing = languages.filter((each) => !answers.some(({ language }) => language === each));
  return missing.length === 0
    ? ''
    : `There is no answer in ${listNames(missing.map(nameLanguage))}. Try again, or type the words.`;
}
