/** Prompts to start from, one for each kind of video that most creators make. */
export const EXAMPLE_PROMPTS = [
  'Game-style thumbnail with a shocked face',
  'Gaming setup review with neon lighting',
  'Build tutorial with a castle',
  'Programming tutorial with code and a laptop',
] as const;
