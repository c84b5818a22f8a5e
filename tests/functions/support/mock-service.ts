// oxlint-disable-next-line no-restricted-imports -- Every other file uses this module, whose mocks name a call without an answer.
import { mockClient } from 'aws-sdk-client-mock';
import { noteUnanswered } from '../../support/unanswered-calls.ts';

/** Mocks a client of AWS. A command that has no answer fails, and also fails the test (`checkAnswers`). */
export const mockService: typeof mockClient = (client) => {
  const mock = mockClient(client);
  const reset = mock.reset.bind(mock);
  const refuse = () =>
    mock.send.callsFake(({ constructor }) => {
      const problem = `The test has no answer to ${constructor.name} of ${mock.clientName()}.`;
      noteUnanswered(problem);
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
