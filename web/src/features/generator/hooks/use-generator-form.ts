import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { useSiteConfig } from '../../../api/site-config.ts';
import type { Thumbnail } from '../../../api/thumbnails.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { useRestoreFocus } from '../../../lib/use-restore-focus.ts';
import type { Session } from '../../../session/session-store.ts';
import { compareRequest } from '../model/compare-request.ts';
import { checkLength, checkPrompt } from '../model/prompt-length.ts';
import { describeEnd } from '../model/viewer-content.ts';
import type { Generator } from './use-generator.ts';
import { useModelOptions } from './use-model-options.ts';
import { useReference } from './use-reference.ts';
import type { Reference } from './use-reference.ts';
import { useSeries } from './use-series.ts';
import type { SeriesPart } from './use-series.ts';
import { useStoredForm, useStoredPrompt } from './use-stored-input.ts';

/** A link that is being typed is not an error yet. */
const ERROR_DELAY_MS = 400;

/** A link or an image of the creator replaces the style of a series. The layout of the series stays. */
const joinReference = (chosen: Reference, { reference, input }: SeriesPart): Reference => ({
  ...chosen,
  use: chosen.use ?? reference?.use,
  input: { ...chosen.input, ...(chosen.use === undefined && { video: reference }), series: input },
});

/** The text in the box, what goes with it, and what Generate does with both. */
export function useGeneratorForm(session: Session, generator: Generator) {
  const [prompt, setPrompt] = useStoredPrompt(session);
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  const [{ negativePrompt, model }, changeForm] = useStoredForm(userId);
  const [count, setCount] = useState(1);
  const config = useSiteConfig();
  const offered = config.status === 'success' ? config.data.references : undefined;
  // A stage without references says so in the card of the link.
  const offersHandles = offered === undefined || offered.channel || !offered.video;
  const series = useSeries(userId);
  const chosen = useReference(prompt, userId, { offersHandles, style: series.reference });
  const reference = joinReference(chosen, series);
  const models = useModelOptions(model, reference.use);
  const promptField = useRestoreFocus<HTMLTextAreaElement>(generator.isBusy);
  const negativeField = useRef<HTMLTextAreaElement>(null);

  const [sent, setSent] = useState({ prompt: '', negativePrompt: '' });
  const refused = findRefused(generator);
  const promptError = reference.error ?? series.error ?? checkPrompt(reference.input.prompt);
  const negativeError = checkLength('negative prompt', negativePrompt);
  const [refusedPrompt, setRefusedPrompt] = useState<string>();
  const settledPrompt = useDebounced(prompt, ERROR_DELAY_MS);
  const isErrorVisible = settledPrompt === prompt || refusedPrompt === prompt;
  const cost = models.selected === undefined ? undefined : models.selected.cost * count;

  const { content } = generator;
  const shown =
    content.state === 'image'
      ? compareRequest(content.thumbnail, {
          prompt: reference.input.prompt,
          negativePrompt,
          model: models.selected?.id,
          reference: reference.input.video ? 'video' : reference.use,
        })
      : undefined;

  const submit = () => {
    if (promptError !== undefined) setRefusedPrompt(prompt);
    else if (negativeError !== undefined) negativeField.current?.focus();
    else {
      const input = { negativePrompt, model: reference.use ? undefined : model, ...reference.input };
      setSent({ prompt, negativePrompt });
      generator.request(input, count, cost);
    }
  };

  // A press while the session or the link loads is one generation, with the fields that the user has stored.
  const { isPressed, setIsPressed } = generator;
  const isLoading = session.status === 'loading' || reference.isLoading || series.isLoading === true;
  const submitPressed = useEffectEvent(submit);
  useEffect(() => {
    if (!isPressed || isLoading) return;
    setIsPressed(false);
    submitPressed();
  }, [isPressed, isLoading]);

  const focusIdea = () => {
    promptField.current?.focus();
    promptField.current?.select();
  };

  return {
    ...{ prompt, setPrompt, negativePrompt, changeForm, count, setCount, cost, reference, models, series },
    ...{ userId, promptField, negativeField },
    /** Compares the thumbnail in the viewer with the next request. */
    shown,
    /** The next step is to finish the thumbnail in the viewer: nothing else is in the box. */
    isFinishNext: shown !== undefined && !generator.isOutOfCredits && (shown.isSame || prompt.trim() === ''),
    promptError:
      (isErrorVisible ? promptError : undefined) ?? (sent.prompt === prompt ? refused?.prompt : undefined),
    negativeError:
      negativeError ?? (sent.negativePrompt === negativePrompt ? refused?.negativePrompt : undefined),
    /** Shows the series that has just begun. The idea of the earlier thumbnail gives way to the next idea. */
    openSeries: (earlier: Thumbnail) => {
      if (prompt === earlier.prompt) setPrompt('');
      series.open();
    },
    focusIdea,
    /** Selects the text that the API refuses. */
    editRefused: () =>
      (refused?.negativePrompt === undefined ? promptField : negativeField).current?.select(),
    replacePrompt: (text: string) => {
      if (!promptField.current || !replaceText(promptField.current, text)) setPrompt(text);
    },
    submit: (event: SubmitEvent) => {
      event.preventDefault();
      setIsPressed(true);
    },
  };
}

/** Why the API refused a text of the last request. Three versions have the same texts. */
const findRefused = ({ content, variations = [] }: Generator) =>
  content.state === 'failed' ? content.failure.refused : describeEnd(variations[0]?.end?.error)?.refused;

export type GeneratorForm = ReturnType<typeof useGeneratorForm>;

/**
 * Replaces the text as typing does, so that the browser's undo restores the old text. The command is deprecated, but no other
 * command is recorded for undo by all browsers: a new `value` and `setRangeText` clear the undo history.
 * @returns false when the browser refuses the command.
 */
function replaceText(field: HTMLTextAreaElement, text: string): boolean {
  field.focus();
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- Nothing else replaces text with an undo step.
  return document.execCommand('insertText', false, text);
}
