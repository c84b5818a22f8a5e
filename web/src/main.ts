import { start } from './start.tsx';
import './styles/index.css';

void start();
