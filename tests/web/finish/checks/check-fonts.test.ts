import { expect, it } from 'vitest';
import { checkFonts } from '../../../../web/src/features/finish/checks/check-fonts.ts';
import { createHeadline } from '../../../../web/src/features/finish/editor/new-layers.ts';

const HEADLINE = { ...createHeadline('WIN 🏆 NOW 🔥'), id: '1' };

it('names the characters that come from the fonts of the device', () => {
  expect(checkFonts([HEADLINE], () => ['🏆', '🔥'])).toEqual([
    {
      name: 'fonts',
      hints: [
        {
          layerId: '1',
          title: '“WIN 🏆 NOW 🔥” has characters that its font lacks',
          detail: '🏆 🔥 come from this device and look different on others. The file keeps what you see',
        },
      ],
    },
  ]);
});

it('says nothing if our fonts have all characters', () => {
  expect(checkFonts([HEADLINE], () => [])).toEqual([]);
});
