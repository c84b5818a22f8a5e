import { afterEach } from 'vitest';
import { checkAnswers } from './unanswered-calls.ts';

afterEach(checkAnswers);
