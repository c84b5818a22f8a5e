import { useId, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { DESIGN_LIMITS, FONT_WEIGHTS, FONTS, TEXT_ALIGNMENTS } from '#contract/design/design-limits.ts';
import type { Font } from '#contract/design/design-limits.ts';
import type { TextLayer } from '#contract/design/design.ts';
import { isPlaceholder } from '#contract/design/headline.ts';
import { cssFamilies, findFonts, FONT_INFO, shownText } from '../../../lib/render/fonts.ts';
import { LINE_HEIGHT } from '../../../lib/render/layout-text.ts';
import { isComposing } from '../../../lib/is-composing.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { Button } from '../../../ui/button.tsx';
import { useEditedDesign } from '../editor/design-context.ts';
import { useFinishPage } from '../editor/page-context.ts';
import { AlignCenterIcon, AlignLeftIcon, AlignRightIcon } from '../editor/icons.tsx';
import { ColorSlider, Swatches } from './color-controls.tsx';
import { PlaceControls } from './place-controls.tsx';
import type { LayerControlsProps } from './place-controls.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { NumberField } from '../editor/number-field.tsx';
import { textName } from '../editor/edit-design.ts';
import { PercentSlider, Slider } from '../editor/slider.tsx';
import { ChevronIcon } from '../../../ui/icons.tsx';

const ALIGNMENTS = {
  left: { label: 'Left', content: <AlignLeftIcon /> },
  center: { label: 'Centre', content: <AlignCenterIcon /> },
  right: { label: 'Right', content: <AlignRightIcon /> },
};

const WEIGHT_NAMES: Partial<Record<number, string>> = {
  400: 'Regular',
  500: 'Medium',
  600: 'Semibold',
  700: 'Bold',
};

/** Moves the focus from a field to the layer on the image, which the arrow keys move. A hidden layer is only in the list. */
export const focusLayer = (id: string) =>
  document.querySelector<HTMLElement>(`[data-layer="${id}"]`)?.focus();

export function TextControls({ layer, onChange }: LayerControlsProps<TextLayer>) {
  const { words } = useFinishPage();
  const { language } = useEditedDesign();
  const id = useId();
  const weights: readonly number[] = FONT_WEIGHTS[layer.font];
  /** The words of a layout give way to the first typed letter. */
  const selectPlaceholder = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
    if (isPlaceholder(layer)) currentTarget.select();
  };
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        Words
      </label>
      <textarea
        ref={words}
        id={id}
        lang={language}
        dir="auto"
        className="field-box control-words"
        rows={1}
        maxLength={DESIGN_LIMITS.textLength}
        value={layer.text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- An empty text, e.g. the headline of a series, waits for its words.
        autoFocus={!layer.text}
        placeholder="What the viewer reads"
        onFocus={selectPlaceholder}
        // The press that gives the focus puts the caret into the text.
        onClick={selectPlaceholder}
        onChange={({ currentTarget }) => onChange({ text: replaceControls(currentTarget.value) }, 'text')}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !isComposing(nativeEvent)) focusLayer(layer.id);
        }}
      />
      <div className="control-pair">
        <FontMenu layer={layer} onChange={onChange} />
        <NumberField
          label="Size"
          name="Size"
          value={layer.size}
          {...DESIGN_LIMITS.textSize}
          onChange={(size) => onChange({ size }, 'size')}
        />
      </div>
      <div className="control-align">
        <Segmented
          label="Alignment"
          options={TEXT_ALIGNMENTS.map((align) => ({ value: align, ...ALIGNMENTS[align] }))}
          value={layer.align}
          onChange={(align) => onChange({ align }, 'align')}
        />
        {weights.length > 1 && (
          <Segmented
            label="Weight"
            options={weights.map((weight) => ({
              value: String(weight),
              label: WEIGHT_NAMES[weight] ?? String(weight),
              content: <span style={{ fontWeight: weight }}>{WEIGHT_LETTERS[weight] ?? weight}</span>,
            }))}
            value={String(layer.weight)}
            onChange={(weight) => onChange({ weight: Number(weight) }, 'weight')}
          />
        )}
        <label className="switch">
          Fit text
          <input
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its state by itself
            role="switch"
            title="Makes the letters smaller when the words do not fit their box"
            checked={layer.keepsSize !== true}
            onChange={({ currentTarget }) =>
              onChange({ keepsSize: currentTarget.checked ? undefined : true }, 'fit')
            }
          />
        </label>
      </div>
      <PlaceControls layer={layer} onChange={onChange} />
      <Swatches label="Colour" color={layer.color} onChange={(color) => onChange({ color }, 'color')} />
    </>
  );
}

/** The weights as a row of buttons has room for them. */
const WEIGHT_LETTERS: Partial<Record<number, string>> = { 400: 'R', 500: 'M', 600: 'S', 700: 'B' };

/** Shows the words of a text in each font. A closed menu has no content, because each letter of the text renders it. */
export function FontMenu({ layer, onChange }: LayerControlsProps<TextLayer>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { family } = FONT_INFO[layer.font];
  const text = shownText(layer);
  /** The chosen font lacks letters of some scripts, so another font may draw the words. */
  const used = findFonts(text, layer.font).join(', ');
  return (
    <>
      <button
        type="button"
        className="field-box font-button"
        aria-label={used === family ? `Font: ${family}` : `Font: ${family}. ${used} draws these letters`}
        title={used === family ? undefined : `${family} lacks letters of this text, so ${used} draws it`}
        popoverTarget={id}
      >
        <span style={fontStyle(used, layer.font)}>{used}</span> <ChevronIcon />
      </button>
      <div
        id={id}
        popover="auto"
        className="popover-menu font-menu"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // The focus is in the content until the menu has given it back.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
      >
        {isOpen && <FontChoice layer={layer} onChange={onChange} />}
      </div>
    </>
  );
}

const FontChoice = ({ layer, onChange }: LayerControlsProps<TextLayer>) => (
  <Segmented
    label="Font"
    options={FONTS.map((font) => ({
      value: font,
      label: FONT_INFO[font].family,
      content: (
        <>
          <bdi style={fontStyle(shownText(layer), font)}>{textName(layer)}</bdi>{' '}
          <small>{FONT_INFO[font].family}</small>
        </>
      ),
    }))}
    value={layer.font}
    onChange={(font) => onChange({ font }, 'font')}
  />
);

const fontStyle = (text: string, font: Font) => ({ fontFamily: cssFamilies(text, font) });

/** Sets the case, the spacing and the second color of the letters. */
export function StyleControls({ layer, onChange }: LayerControlsProps<TextLayer>) {
  const { letterSpacing, lineHeight } = DESIGN_LIMITS;
  const { gradient, upperCase = false } = layer;
  return (
    <>
      <div className="control-toggles">
        <Button
          variant="outline"
          aria-pressed={upperCase}
          onClick={() => onChange({ upperCase: upperCase ? undefined : true }, 'case')}
        >
          Capitals
        </Button>
        <Button
          variant="outline"
          aria-pressed={gradient !== undefined}
          onClick={() =>
            onChange({ gradient: gradient === undefined ? NEW_GRADIENT : undefined }, 'gradient')
          }
        >
          Gradient
        </Button>
      </div>
      {gradient !== undefined && (
        <Swatches
          label="Lower colour"
          color={gradient}
          onChange={(next) => onChange({ gradient: next }, 'gradient')}
        />
      )}
      <PercentSlider
        label="Letter spacing"
        value={layer.letterSpacing ?? 0}
        {...letterSpacing}
        onChange={(space) => onChange({ letterSpacing: space === 0 ? undefined : space }, 'letter spacing')}
      />
      <PercentSlider
        label="Line height"
        value={layer.lineHeight ?? LINE_HEIGHT}
        {...lineHeight}
        onChange={(height) => onChange({ lineHeight: height }, 'line height')}
      />
    </>
  );
}

const NEW_GRADIENT = '#ff8a3d';

const NO_PLATE = { color: '#ffd23f', opacity: 0, padding: 18 };

/** The box behind a text: how opaque it is, its color, and the space around the letters. */
export function PlateControls({ layer, onChange }: LayerControlsProps<TextLayer>) {
  const plate = layer.plate ?? NO_PLATE;
  return (
    <>
      <ColorSlider
        label="Plate"
        value={Math.round(plate.opacity * 100)}
        most={100}
        unit="% opaque"
        color={plate.color}
        onChange={(opacity, color, field) =>
          onChange({ plate: { ...plate, opacity: opacity / 100, color } }, field)
        }
      />
      {plate.opacity > 0 && (
        <Slider
          label="Padding"
          value={plate.padding}
          least={0}
          most={DESIGN_LIMITS.platePadding}
          onChange={(padding) => onChange({ plate: { ...plate, padding } }, 'padding')}
        />
      )}
    </>
  );
}
