import { beforeEach, expect, it } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { showDesign } from '../../../../web/src/features/finish/translations/language-view.ts';
import { shownText } from '../../../../web/src/lib/render/fonts.ts';
import { showInLanguage } from '../../../../web/src/lib/render/show-in-language.ts';
import { DESIGN, SHAPE_LAYER, TEXT_LAYER } from '../../../support/designs.ts';
import { stubBrowser } from '../support/finish-page.ts';

beforeEach(stubBrowser);

const listWords = ({ layers }: Design) =>
  layers.flatMap((layer) => (layer.kind === 'text' ? [shownText(layer)] : []));

it('a text without a translation has the same capitals on the screen and in the file', () => {
  const translated: TextLayer = {
    ...TEXT_LAYER,
    text: 'tips',
    upperCase: true,
    translations: { tr: { text: 'ipucu' } },
  };
  const other: TextLayer = { ...TEXT_LAYER, id: SHAPE_LAYER.id, text: 'this is it', upperCase: true };
  const design = { ...DESIGN, layers: [translated, other] };

  expect(listWords(showDesign(design, 'tr'))).toEqual(['İPUCU', 'THIS IS IT']);
  expect(listWords(showInLanguage(design, 'tr'))).toEqual(['İPUCU', 'THIS IS IT']);
});
