import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { applyFix } from '../../../../web/src/features/finish/checks/apply-fix.ts';
import type { Check, Fix } from '../../../../web/src/features/finish/checks/check.ts';
import { judgeDesign } from '../../../../web/src/features/finish/checks/judge-design.ts';
import type { EditedDesign } from '../../../../web/src/features/finish/editor/design-context.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import type { FinishPage } from '../../../../web/src/features/finish/editor/page-context.ts';
import { countLooks, describeStatus } from '../../../../web/src/features/finish/languages/language-status.ts';
import { connectLanguages } from '../../../../web/src/features/finish/translations/language-view.ts';
import { stubBrowser } from '../support/finish-page.ts';

beforeEach(stubBrowser);

const LAYER: TextLayer = {
  ...createTextLayer('11111111-1111-4111-8111-111111111111'),
  text: 'A CASTLE',
  translations: { de: { text: 'EINE BURG' }, fr: { text: 'UN CHATEAU' } },
};
const DESIGN: Design = { layers: [LAYER], crop: 0.5 };
const LARGER: Fix = {
  label: 'Make it larger',
  said: '“EINE BURG” is larger.',
  changes: { size: 90, width: 500, outline: { color: '#000000', width: 20 } },
};
const failing = (name: Check['name'], fix?: Fix): Check => ({
  name,
  hints: [{ layerId: LAYER.id, title: `${name} fails`, detail: 'Why', ...(fix && { fix }) }],
});
const setState = vi.fn();
const connect = (language?: string) =>
  connectLanguages({ userId: 'user', thumbnailId: 'thumbnail', state: { language }, setState });
const judge = (shown: Check[], found: Record<string, Check[]>, language?: string) =>
  judgeDesign(
    {
      editor: { design: DESIGN, original: DESIGN },
      languages: connect(language),
      ...{ rendering: undefined, missingCutouts: new Set<string>(), faces: undefined, isFileTooLarge: false },
    },
    { shown, languages: new Map([[undefined, []], ...Object.entries(found)]) },
  );

describe('the checks of a design with languages', () => {
  it('list the problems of the languages that are not shown, by their names', () => {
    const { list, summary } = judge([failing('contrast')], {
      de: [failing('contrast'), failing('size', LARGER)],
      fr: [failing('fit')],
    });

    expect(list?.flatMap(({ hints }) => hints)).toEqual([
      { layerId: LAYER.id, title: 'contrast fails', detail: 'Why' },
      {
        layerId: LAYER.id,
        title: '\u2068Deutsch\u2069: size fails',
        detail: 'Why',
        elsewhere: { language: 'de' },
        fix: LARGER,
      },
      {
        layerId: LAYER.id,
        title: '\u2068Français\u2069: fit fails',
        detail: 'Why',
        elsewhere: { language: 'fr' },
        fix: { label: 'Show it', said: '', changes: {} },
      },
    ]);
    expect(summary).toBe('3 things need a look');
  });

  it('name the original while a language is shown', () => {
    const { list } = judge([], { de: [], fr: [] }, 'de');
    expect(list).toEqual([]);

    const found = new Map<string | undefined, Check[]>([
      [undefined, [failing('size')]],
      ['de', []],
    ]);
    const named = judgeDesign(
      {
        editor: { design: DESIGN, original: DESIGN },
        languages: connect('de'),
        ...{
          rendering: undefined,
          missingCutouts: new Set<string>(),
          faces: undefined,
          isFileTooLarge: true,
        },
      },
      { shown: [], languages: found },
    );
    expect(named.list?.[0]?.hints[0]?.title).toBe('Original: size fails');
    expect(named.summary).toBe('2 things need a look');
  });

  it('mark the language in the list', () => {
    const checks = judge([], { de: [failing('size')], fr: [] });

    expect(describeStatus(DESIGN, 'de', checks)).toEqual({
      label: 'Letters too small',
      needsLook: true,
      hasSuggestions: false,
    });
    expect([describeStatus(DESIGN, 'fr', checks).label, countLooks(DESIGN, checks)]).toEqual([undefined, 1]);
  });
});

describe('a fix', () => {
  function fix(changes: Fix['changes'], language?: string, elsewhere?: { language: string | undefined }) {
    let fixed = DESIGN;
    const editor = {
      edit: (edit: (design: Design) => Design) => (fixed = edit(fixed)),
      select: vi.fn(),
      announce: vi.fn(),
    };
    const editWords = vi.fn();
    const hint = { layerId: LAYER.id, title: '', detail: '', ...(elsewhere && { elsewhere }) };
    applyFix(
      { ...hint, fix: { label: '', said: 'Said.', changes } },
      { editor, language, languages: connect(language), swap: vi.fn() } as unknown as EditedDesign,
      { editWords } as unknown as FinishPage,
    );
    return { layers: fixed.layers, editor, editWords };
  }
  beforeEach(() => setState.mockClear());

  it('in a language changes the size and the place of its translation alone', () => {
    expect(fix(LARGER.changes, 'de').layers).toEqual([
      { ...LAYER, translations: { ...LAYER.translations, de: { text: 'EINE BURG', size: 90, width: 500 } } },
    ]);
  });

  it('in another language shows this language', () => {
    expect(fix(LARGER.changes, undefined, { language: 'fr' }).layers).toEqual([
      { ...LAYER, translations: { ...LAYER.translations, fr: { text: 'UN CHATEAU', size: 90, width: 500 } } },
    ]);
    expect(setState).toHaveBeenCalledExactlyOnceWith({ language: 'fr', isOpen: true });
  });

  it('that all languages share changes the design', () => {
    const outline = { color: '#000000', width: 20 };

    expect(fix({ outline }, 'de').layers).toEqual([{ ...LAYER, outline }]);
    expect(fix('remove', 'de').layers).toEqual([]);
  });

  it('that needs the creator selects the words', () => {
    const { editor, editWords, layers } = fix('words', undefined, { language: 'de' });

    expect(layers).toBe(DESIGN.layers);
    expect(editor.select).toHaveBeenCalledExactlyOnceWith(LAYER.id);
    expect(editWords).toHaveBeenCalledOnce();
  });
});
