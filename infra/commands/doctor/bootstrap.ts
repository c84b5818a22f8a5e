import { BOOTSTRAP_VERSION, bootstrapCommand, bootstrapVersion } from '../aws/bootstrap.ts';
import { regionsOf } from '../aws/stage-stacks.ts';
import { fail, ok, type Check } from './check.ts';
import { may } from './may.ts';

/** The CDK's own stack, in every region that a stack goes to. */
export const bootstrap: Check = {
  name: 'CDK bootstrap',
  look: ({ settings, caller }) =>
    Promise.all(
      regionsOf(settings).map(async (region) => {
        const version = await may('cloudformation:DescribeStacks', () => bootstrapVersion(region));
        if (version !== undefined && version >= BOOTSTRAP_VERSION) {
          return ok(`Version ${version} in ${region}.`);
        }
        const found = version === undefined ? 'There is none' : `Version ${version} is too old`;
        return fail(`${found} in ${region}.`, bootstrapCommand(caller.account, region));
      }),
    ),
};
