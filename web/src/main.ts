import { watchPageErrors } from './lib/page-errors.ts';
import { start } from './start.tsx';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

watchPageErrors();
void start();
