/** A stretch of time in which requests come at one mean rate. */
export interface Phase {
  minutes: number;
  perMinute: number;
}

/** Times in seconds at which requests come: independent of each other (a Poisson process), phase after phase. */
export function* arrivals(phases: readonly Phase[], random: () => number): Generator<number> {
  let begin = 0;
  for (const { minutes, perMinute } of phases) {
    const end = begin + minutes * 60;
    const pause = () => (-Math.log(1 - random()) * 60) / perMinute;
    for (let at = begin + pause(); at < end; at += pause()) yield at;
    begin = end;
  }
}
