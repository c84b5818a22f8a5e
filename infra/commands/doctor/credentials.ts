import { credentialsTrouble, findCaller, SIGN_IN, type Caller } from '../aws/caller.ts';
import { fail, ok, unknown, type Finding } from './check.ts';

/** Whose credentials these are. Without them nothing else can be asked. */
export async function checkCredentials(region: string): Promise<{ finding: Finding; caller?: Caller }> {
  try {
    const caller = await findCaller(region);
    return { caller, finding: ok(`Account ${caller.account}, as ${nameOf(caller)}.`) };
  } catch (error) {
    const trouble = credentialsTrouble(error);
    if (trouble !== undefined) return { finding: fail(trouble, SIGN_IN) };
    const name = error instanceof Error ? error.name : 'an unknown error';
    return {
      finding: unknown(
        `AWS did not say whose credentials these are: ${name}.`,
        'Look at the network, and run it again.',
      ),
    };
  }
}

/** The name in an ARN: a session's name may be an e-mail address, and stays out. */
function nameOf({ arn }: Caller): string {
  const [kind = '', name = kind] = (arn.split(':').at(-1) ?? '').split('/');
  return kind === name ? kind : `${kind} ${name}`;
}
