/** The support levels, from the slowest answer to the fastest. */
export const SUPPORT_LEVELS = ['standard', 'priority', 'dedicated'] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** The answer time of each level, in hours. */
export type AnswerHours = Record<SupportLevel, number>;
