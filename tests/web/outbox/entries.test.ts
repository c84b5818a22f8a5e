import { describe, expect, it } from 'vitest';
import { markDesign } from '../../../web/src/outbox/designs.ts';
import { isDue, listEntries, putEntry, removeEntries } from '../../../web/src/outbox/entries.ts';
import { listUnsentKeys } from '../../../web/src/outbox/unsent-text.ts';
import { ID } from '../finish/support/finish-page.ts';
import { ADA } from '../support/site.tsx';
import { withCrop } from './support/design-page.ts';

describe('the entries of a user', () => {
  const input = { params: { id: ID }, body: { design: withCrop(0), version: 0 } };
  const request = { name: 'saveDesign', input } as const;
  const stored = { key: 'k', userId: ADA.id, request, mark: '', sent: [], due: 0, order: 1 } as const;
  const entry = { ...stored, state: 'unsent' } as const;

  it('are ignored when they are damaged', () => {
    const damaged = [
      null,
      { ...entry, request: undefined },
      { ...entry, request: { ...request, input: { params: { id: ID } } } },
    ];
    const texts = ['{', ...damaged.map((each) => JSON.stringify(each))];
    for (const [index, text] of texts.entries()) localStorage.setItem(`outbox/${index}`, text);
    expect(listEntries(ADA.id)).toEqual([]);
    removeEntries(ADA.id);
    expect(listUnsentKeys()).toEqual([]);
  });

  it('are due when their time has come, and after the clock was set back', () => {
    const delays = [-1, 60_000, 3_600_000];
    const due = (delay: number) => isDue({ ...entry, sent: [], due: Date.now() + delay });

    expect(delays.map(due)).toEqual([true, false, true]);
  });

  it('of two tabs that write at the same time are both kept', () => {
    const thisTab = {
      ...entry,
      sent: [],
      key: 'this tab',
      /** The other tab writes when this tab has read the storage, and has not written. */
      get mark() {
        putEntry({ ...entry, sent: [], key: 'other tab' });
        return '';
      },
    };
    putEntry(thisTab);

    expect(new Set(listEntries(ADA.id).map(({ key }) => key))).toEqual(new Set(['this tab', 'other tab']));
  });

  it('are at most twelve designs, the newest', () => {
    for (let count = 1; count <= 13; count += 1) putEntry({ ...entry, sent: [], key: String(count) });

    expect(listEntries(ADA.id).map(({ key }) => key)).toEqual(
      Array.from({ length: 12 }, (_, index) => String(index + 2)),
    );
  });
});

it('equal designs have equal marks, and a moved layer changes the mark', () => {
  const design = withCrop(0.5);
  const reordered = { layers: design.layers, crop: 0.5 };
  const moved = { ...design, layers: design.layers.map((layer) => ({ ...layer, x: layer.x + 1 })) };

  expect(markDesign(reordered)).toBe(markDesign(design));
  expect(markDesign(moved)).not.toBe(markDesign(design));
});
