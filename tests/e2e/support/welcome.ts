/** The credits of a new account on the stage `dev`, which the embedded cloud runs. */
export const WELCOME = 3;
