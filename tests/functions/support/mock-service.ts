// oxlint-disable-next-line no-restricted-imports -- Every other file uses this module, whose mocks name a call without an answer.
import { mockClient } from 'aws-sdk-client-mock';

/** The calls since the last check that had no answer. */
let unanswered: string[] = [];

/** Mocks a client of AWS. A command that has no answer fails, and also fails the test (`checkAnswers`). */
export const mockService: typeof mockClient = (client) => {
  const mock = mockClient(client);
  const reset = mock.reset.bind(mock);
  const refuse = () =>
    mock.send.callsFake(({ constructor }) => {
      const problem = `The test has no answer to ${constructor.name} of ${mock.clientName()}.`;
      unanswered.push(problem);
      return Promise.reject(new Error(problem));
    });
  mock.reset = () => {
    reset();
    refuse();
    return mock;
  };
  refuse();
  return mock;
};

/**
 * Fails a test that has made a call without an answer. The function under test may have turned the error of the call into a response.
 * @throws Error with the names of the commands
 */
export function checkAnswers(): void {
  const problems = [...new Set(unanswered)];
  unanswered = [];
  if (problems.length > 0) throw new Error(problems.join(' '));
}
