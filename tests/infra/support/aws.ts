interface Client {
  config: { region: () => Promise<string> };
}

/** For `callsFake`: answers by the region of the calling client. */
export function inRegion<Input, Answer>(answer: (region: string, input: Input) => Answer) {
  return async (input: Input, getClient: () => Client): Promise<Answer> =>
    answer(await getClient().config.region(), input);
}

/** An error of an AWS service, by its name. */
export function awsError(name: string): Error {
  return Object.assign(new Error('A message that may contain data of the request.'), { name });
}

/** The response of DescribeStacks for one stack. */
export function deployedStack(
  StackName: string,
  outputs: Record<string, string> = {},
  more: { EnableTerminationProtection?: boolean } = {},
) {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const CreationTime = new Date(0);
  return { Stacks: [{ StackName, CreationTime, StackStatus: 'CREATE_COMPLETE' as const, Outputs, ...more }] };
}
