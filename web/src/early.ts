// Stands alone at the top of the prerendered pages, and holds the painting up for as long as it takes to fetch it.
import './choose-first-paint.ts';
import './scripts-after-paint.ts';
