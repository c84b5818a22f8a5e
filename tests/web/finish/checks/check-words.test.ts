import { expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { checkWords } from '../../../../web/src/features/finish/checks/check-words.ts';
import { createHeadline, createSubline } from '../../../../web/src/features/finish/editor/new-layers.ts';

const HEADLINE = { ...createHeadline('I BUILT A CASTLE'), id: '1' };
const SUBLINE = { ...createSubline(), id: '2' };
const check = (...layers: TextLayer[]) => checkWords({ layers, crop: 0.5 });

it('names a text that still has the words of its layout, and offers the field of the words', () => {
  expect(check(HEADLINE, SUBLINE)).toEqual([
    {
      name: 'words',
      hints: [
        {
          layerId: '2',
          title: 'Text: “SECOND LINE” still has the words of the layout',
          detail: 'The export shows these words. Write your own, or delete the text',
          fix: {
            label: 'Write the words',
            said: 'The words of “SECOND LINE” are selected.',
            changes: 'words',
          },
        },
      ],
    },
  ]);
});

it('names an empty headline beside another text, as in the next thumbnail of a series', () => {
  expect(check({ ...HEADLINE, text: '' }, { ...SUBLINE, text: 'EPISODE 2' })).toEqual([
    {
      name: 'words',
      hints: [
        {
          layerId: '1',
          title: 'The headline has no words',
          detail: 'The thumbnail is not finished without them. Write a headline, or delete the text',
          fix: {
            label: 'Write the headline',
            said: 'The headline waits for its words.',
            changes: 'words',
          },
        },
      ],
    },
  ]);
});

it.each<[string, TextLayer[]]>([
  ['the creator has written all words', [HEADLINE, { ...SUBLINE, text: 'In 100 days' }]],
  ['a text with the words of a layout is hidden', [HEADLINE, { ...SUBLINE, hidden: true }]],
  ['only the second text is empty', [HEADLINE, { ...SUBLINE, text: '' }]],
  ['the only text is empty', [{ ...HEADLINE, text: '' }]],
  ['there is no text', []],
])('says nothing if %s', (_, layers) => {
  expect(check(...layers)).toEqual([]);
});
