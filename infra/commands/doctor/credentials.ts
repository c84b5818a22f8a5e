import { describeCredentialsError, findCaller, SIGN_IN, type Caller } from '../aws.ts';
import { fail, getErrorName, ok, unknown, type Finding } from './check.ts';

/** Runs first: every other check needs the credentials. */
export async function checkCredentials(region: string): Promise<{ finding: Finding; caller?: Caller }> {
  try {
    const caller = await findCaller(region);
    return { caller, finding: ok(`Account ${caller.account}, as ${getCallerName(caller)}.`) };
  } catch (error) {
    const message = describeCredentialsError(error);
    if (message !== undefined) return { finding: fail(message, SIGN_IN) };
    const failure = `AWS did not identify the credentials: ${getErrorName(error)}.`;
    return { finding: unknown(failure, 'Check the network, and run the doctor again.') };
  }
}

/** Omits the session's name, which may be an e-mail address. */
function getCallerName({ arn }: Caller): string {
  const [kind = '', name = kind] = (arn.split(':').at(-1) ?? '').split('/');
  return kind === name ? kind : `${kind} ${name}`;
}
