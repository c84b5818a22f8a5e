import fc from 'fast-check';
import { extremeNumber, junk, mostly, OTHER_ID, OWN_ID, unusualText } from './values.ts';

const margin = mostly(fc.oneof(fc.constantFrom(0, 1, 2_000, 2_001), extremeNumber));
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
        mask: mostly(fc.base64String({ maxLength: 400 })),
        find: unusualText,
        prompt: unusualText,
        left: margin,
        right: margin,
        extra: junk,
      },
      { requiredKeys: ['kind'] },
    ),
    extra: junk,
  },
  { requiredKeys: ['userId', 'operation'] },
);
