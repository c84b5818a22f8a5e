/**
 * The shortest delay, in seconds, after which the message of a waiting generation is delivered again. The template computes from
 * it how often a message can be delivered before it becomes a dead letter.
 */
export const SHORTEST_DELAY_SECONDS = 1;
