/** The ids of the two places in the header in which the finish page shows its title and its tools. */
export const PAGE_BAR = { start: 'page-bar', end: 'page-bar-end' } as const;
