/** The fonts and the rules for other letters than the letters of Western Europe. They load with the first of these letters. */
export * from './script-fonts.ts';
export * from './script-rules.ts';
