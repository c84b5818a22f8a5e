import { followOwnColors } from './lib/follow-own-colors.ts';
import { watchPageErrors } from './lib/page-errors.ts';
import { tolerateReplacedTexts } from './lib/tolerant-dom.ts';
import { start } from './start.tsx';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

watchPageErrors();
tolerateReplacedTexts();
followOwnColors();
// The browser can answer the visitor between the evaluation of the code and its start.
setTimeout(() => void start());
