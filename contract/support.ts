/** The levels of support, from the slowest answer to the fastest. */
export const SUPPORT_LEVELS = ['standard', 'priority', 'dedicated'] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** In how many hours each level gets an answer. */
export type AnswerHours = Record<SupportLevel, number>;
