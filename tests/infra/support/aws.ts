interface Client {
  config: { region: () => Promise<string> };
}

/** For `callsFake`: answers by the region of the client that asks. */
export function inRegion<Input, Answer>(answer: (region: string, input: Input) => Answer) {
  return async (input: Input, getClient: () => Client): Promise<Answer> =>
    answer(await getClient().config.region(), input);
}
