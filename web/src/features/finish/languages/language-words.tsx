import { useId } from 'react';
import type { FocusEvent } from 'react';
import type { TextLayer } from '#contract/design/design.ts';
import { DESIGN_LIMITS } from '#contract/design/design-limits.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { TrashIcon } from '../../../ui/action-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { textName } from '../editor/edit-design.ts';
import { UndoIcon } from '../editor/icons.tsx';
import { NumberField } from '../editor/number-field.tsx';
import { useFinishPage } from '../editor/page-context.ts';
import { focusLayer, FontMenu } from '../layers/text-controls.tsx';
import { describeLanguage } from '../translations/language-names.ts';
import {
  confirmWords,
  hasOwnPlace,
  isMissing,
  listTexts,
  placeAsOriginal,
  removeLanguage,
} from '../translations/translations.ts';

/** The words of the texts in the language that is shown, or the original's words. */
export function LanguageWords({ onDelete }: { onDelete: () => void }) {
  const { editor, language } = useEditedDesign();
  const texts = listTexts(editor.original).toReversed();
  const active = texts.find(({ id }) => id === editor.selected?.id) ?? texts[0];
  const named = language === undefined ? undefined : describeLanguage(language);
  if (!active) return null;
  return (
    <section className="language-words" aria-label={`Words in ${named?.english ?? 'the original'}`}>
      <div className="rail-head">
        <h2>
          <bdi lang={language}>{named?.native ?? 'Original'}</bdi>{' '}
          <small>{named?.english ?? 'New words mark the translations as old'}</small>
        </h2>
        {named && (
          <IconButton
            aria-label={`Delete ${named.english}`}
            title="Delete this language"
            onClick={() => {
              onDelete();
              editor.edit(
                (design) => removeLanguage(design, named.tag),
                `${named.english} deleted. Undo brings it back.`,
              );
            }}
          >
            <TrashIcon />
          </IconButton>
        )}
      </div>
      {texts.map((text) => (
        <TextWords key={text.id} text={text} isActive={text === active} />
      ))}
    </section>
  );
}

interface TextWordsProps {
  /** The text as it is stored. */
  text: TextLayer;
  /** True for the text whose size and font are in view. */
  isActive: boolean;
}

function TextWords({ text, isActive }: TextWordsProps) {
  const { words } = useFinishPage();
  const { editor, language, fitWords } = useEditedDesign();
  const id = useId();
  const shown = editor.design.layers.find((layer) => layer.id === text.id);
  if (shown?.kind !== 'text') return null;
  /** The copy of the original's words gives way to the first typed letter. */
  const start = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
    editor.select(text.id);
    if (language !== undefined && isMissing(text, language)) currentTarget.select();
  };
  return (
    <div className="language-text">
      <label htmlFor={id}>{language === undefined ? <span>Words</span> : <bdi>{textName(text)}</bdi>}</label>
      <textarea
        ref={isActive ? words : undefined}
        id={id}
        lang={language}
        dir={language === undefined ? 'auto' : describeLanguage(language).direction}
        className="field-box control-words"
        rows={1}
        maxLength={DESIGN_LIMITS.textLength}
        value={shown.text}
        onFocus={start}
        onChange={({ currentTarget }) =>
          editor.update(text.id, fitWords(shown, { text: replaceControls(currentTarget.value) }), 'text')
        }
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !isComposing(nativeEvent)) focusLayer(text.id);
        }}
      />
      {language !== undefined && <Review text={text} language={language} fieldId={id} />}
      {isActive && <Appearance shown={shown} />}
      {isActive && language !== undefined && <Place text={text} language={language} />}
    </div>
  );
}

interface ReviewProps {
  text: TextLayer;
  language: string;
  fieldId: string;
}

/** Says why the words of a text wait for the creator, and confirms them. */
function Review({ text, language, fieldId }: ReviewProps) {
  const { editor } = useEditedDesign();
  const review = text.translations?.[language]?.review;
  if (review === undefined) return null;
  const reason = isMissing(text, language)
    ? 'These are the words of the original.'
    : review === 'suggested'
      ? 'The text model suggests these words.'
      : 'The original has other words since.';
  return (
    <div className="language-row">
      <span>{reason}</span>
      <Button
        variant="quiet"
        aria-label={`Confirm the words of ${textName(text)}`}
        onClick={() => {
          document.getElementById(fieldId)?.focus(); // The pressed button goes away.
          editor.edit((design) => confirmWords(design, language, text.id), 'The words are confirmed.');
        }}
      >
        Confirm
      </Button>
    </div>
  );
}

function Appearance({ shown }: { shown: TextLayer }) {
  const { editor, fitWords } = useEditedDesign();
  return (
    <div className="control-pair">
      <FontMenu
        layer={shown}
        onChange={(changes, field) => editor.update(shown.id, fitWords(shown, changes), field)}
      />
      <NumberField
        label="Size"
        name="Size"
        value={shown.size}
        {...DESIGN_LIMITS.textSize}
        onChange={(size) => editor.update(shown.id, { size }, 'size')}
      />
    </div>
  );
}

function Place({ text, language }: { text: TextLayer; language: string }) {
  const { editor } = useEditedDesign();
  const translation = text.translations?.[language];
  const isOwn = translation !== undefined && hasOwnPlace(translation);
  return (
    <div className="language-row">
      <span>{isOwn ? 'Has its own size or place' : 'Fits the box of the original'}</span>
      {isOwn && (
        <Button
          variant="quiet"
          onClick={() =>
            editor.edit(
              (design) => placeAsOriginal(design, language, text.id),
              'The text has the size and the place of the original.',
            )
          }
        >
          <UndoIcon /> As the original
        </Button>
      )}
    </div>
  );
}
