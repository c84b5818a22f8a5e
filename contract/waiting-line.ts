/**
 * The shortest delay before the message of a waiting generation is delivered again, in seconds. The template computes from this delay how
 * often a message can be delivered before it becomes a dead letter.
 */
export const SHORTEST_DELAY_SECONDS = 1;
