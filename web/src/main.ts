import { start } from './start.tsx';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';

void start();
