import { findCaller } from '../aws/caller.ts';
import { regionsOf } from '../aws/stage-stacks.ts';
import { fail, ok, type Check } from './check.ts';

/** A region that has to be opted into refuses the account's credentials until then. */
export const regions: Check = {
  name: 'regions',
  async look({ settings }) {
    const wanted = new Set([...regionsOf(settings), ...settings.models.map(({ region }) => region)]);
    return Promise.all(
      [...wanted].map(async (region) => {
        try {
          await findCaller(region);
          return ok(`${region} is open to the account.`);
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return fail(
            `${region} is not enabled for the account.`,
            `Enable it: aws account enable-region --region-name ${region}`,
          );
        }
      }),
    );
  },
};

function isRefusal(error: unknown): boolean {
  return error instanceof Error && ['InvalidClientTokenId', 'RegionDisabledException'].includes(error.name);
}
