/** The calls of mocked clients without an answer. The list survives `vi.resetModules`. */
const problems: string[] = ((globalThis as { unansweredCalls?: string[] }).unansweredCalls ??= []);

/** Notes a call without an answer. */
export function noteUnanswered(problem: string): void {
  problems.push(problem);
}

/**
 * Fails a test that has made a call without an answer. The function under test may have turned the error of the call into a response.
 * @throws Error with the names of the commands
 */
export function checkAnswers(): void {
  const found = [...new Set(problems.splice(0))];
  if (found.length > 0) throw new Error(found.join(' '));
}
