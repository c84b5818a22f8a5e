import { FINISH_STATES } from './finish.ts';
import { FINISH_CUTOUT_STATES } from './finish-cutouts.ts';
import { FINISH_EDIT_STATES } from './finish-edits.ts';
import { FINISH_LANGUAGE_STATES } from './finish-languages.ts';
import { HOME_STATES } from './home.ts';
import { LIBRARY_STATES } from './library.ts';
import { PAGE_STATES } from './pages.ts';
import { REFERENCE_STATES } from './references.ts';
import { SET_STATES } from './sets.ts';
import type { State } from './state.ts';
import { VERSION_STATES } from './versions.ts';

/** Every designed state: `npm run shots` takes its screenshots, and the browser tests check it with axe. */
export const STATES: readonly State[] = [
  ...HOME_STATES,
  ...VERSION_STATES,
  ...SET_STATES,
  ...REFERENCE_STATES,
  ...LIBRARY_STATES,
  ...FINISH_STATES,
  ...FINISH_CUTOUT_STATES,
  ...FINISH_EDIT_STATES,
  ...FINISH_LANGUAGE_STATES,
  ...PAGE_STATES,
];
