import { describe, expect, it } from 'vitest';
import type { Cutout } from '../../../../web/src/api/cutouts.ts';
import {
  groupCutouts,
  isListedAsCutout,
  searchCutouts,
} from '../../../../web/src/features/finish/editor/group-cutouts.ts';
import { cutout } from '../support/cutouts.ts';

const ids = (cutouts: readonly Cutout[]) => cutouts.map(({ id }) => id);

const ALL = [
  cutout('1'),
  cutout('2', { name: 'angry', person: 'Sam' }),
  cutout('3', { name: 'shocked', person: 'Me' }),
  cutout('4', { name: 'in Ärger', person: 'sam' }),
  cutout('5', { name: 'cup' }),
  cutout('6', { person: 'Me' }),
];

describe('cut-outs', () => {
  it('are grouped by person, the newest first, and those without a person are last', () => {
    expect(groupCutouts(ALL).map(({ person, cutouts }) => [person, ids(cutouts)])).toEqual([
      ['Sam', ['2', '4']],
      ['Me', ['3', '6']],
      [undefined, ['1', '5']],
    ]);
    expect(groupCutouts([])).toEqual([]);
  });

  it('of one person are in one group, however its name is spelled', () => {
    const spelled = ['Zo\u00eb', 'ZOE\u0308', 'Zoe'].map((person) => cutout(person, { person }));

    expect(groupCutouts(spelled).map(({ cutouts }) => cutouts.length)).toEqual([2, 1]);
  });

  it.each([
    ['sam', ['2', '4']],
    ['SAM ang', ['2']],
    ['ärger', ['4']],
    ['me  shocked', ['3']],
    ['nothing', []],
  ])('are found by all words of their name and their person: %s', (search, expected) => {
    expect(ids(searchCutouts(ALL, search))).toEqual(expected);
  });

  it('are listed apart from pictures, unless a picture has a name or a person', () => {
    const picture = { ...cutout('logo'), isPicture: true };
    const cases = [cutout('1'), picture, { ...picture, name: 'me' }, { ...picture, person: 'Me' }];

    expect(cases.map(isListedAsCutout)).toEqual([true, false, true, true]);
  });
});
