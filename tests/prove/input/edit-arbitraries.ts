import fc from 'fast-check';
import { makeMask, rectangle } from '../../support/masks.ts';
import { extremeNumber, junk, mostly, OTHER_ID, OWN_ID, unusualText } from './values.ts';

const margin = mostly(fc.oneof(fc.constantFrom(0, 1, 2_000, 2_001), extremeNumber));
/** A mask that can be read, of another size than any base. */
const mask = fc.constant(makeMask(9, 9, rectangle(2, 2, 5, 5)).toString('base64'));

/** The body of an edit. */
export const edit = fc.record(
  {
    userId: mostly(fc.constantFrom(OWN_ID, OWN_ID, OTHER_ID)),
    editId: mostly(fc.uuid()),
    thumbnailId: mostly(fc.uuid()),
    baseId: mostly(fc.uuid()),
    operation: fc.record(
      {
        kind: mostly(fc.constantFrom('erase', 'replace', 'recolor', 'fill', 'upscale')),
        mask: mostly(fc.oneof(fc.base64String({ maxLength: 400 }), mask)),
        find: unusualText,
        prompt: unusualText,
        left: margin,
        right: margin,
        up: margin,
        down: margin,
        extra: junk,
      },
      { requiredKeys: ['kind'] },
    ),
    extra: junk,
  },
  { requiredKeys: ['userId', 'operation'] },
);
