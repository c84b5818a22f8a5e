import { PURPOSE } from './rows/1-purpose.ts';
import { SCREENS } from './rows/2-screens.ts';
import { ENTITIES } from './rows/3-entities.ts';
import { STATES } from './rows/4-states.ts';
import { VALIDATION } from './rows/5-validation.ts';
import { ROLES } from './rows/6-roles.ts';
import { CALLS } from './rows/7-calls.ts';
import { ERRORS } from './rows/8-errors.ts';
import { CONSTANTS } from './rows/9-constants.ts';

/** The product specification, statement by statement, in its order. */
export const SECTIONS = [PURPOSE, SCREENS, ENTITIES, STATES, VALIDATION, ROLES, CALLS, ERRORS, CONSTANTS];
