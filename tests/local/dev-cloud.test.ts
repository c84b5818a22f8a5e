import { afterEach, expect, it, vi } from 'vitest';
import { CloudProcess } from '../../local/dev/cloud-process.ts';
import { DevCloud, StoppedCloudError } from '../../local/dev/dev-cloud.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Prepares the next process of a cloud. It ends at the start if it has no port. */
function prepareProcess(templateHash: string, port?: number): void {
  const process: Pick<CloudProcess, 'templateHash' | 'start' | 'replace' | 'stop'> = {
    templateHash,
    start: () =>
      port === undefined
        ? Promise.reject(new Error('The cloud did not start.'))
        : Promise.resolve({ port, warnings: [] }),
    replace: () => undefined,
    stop: () => Promise.resolve(),
  };
  vi.spyOn(CloudProcess, 'synthesize').mockResolvedValueOnce(process as CloudProcess);
}

it('A request to `npm run dev` fails while no cloud runs, and the next update starts one, also with the same template', async () => {
  const cloud = new DevCloud(5173);
  prepareProcess('first', 1_001);
  expect(await cloud.update()).toEqual([]);

  prepareProcess('second');
  await expect(cloud.update()).rejects.toThrow(new StoppedCloudError(new Error('The cloud did not start.')));
  await expect(cloud.port).rejects.toThrow('The cloud did not start.');

  prepareProcess('second');
  await expect(cloud.update()).rejects.toThrow(StoppedCloudError);

  prepareProcess('second', 1_002);
  expect(await cloud.update()).toEqual([]);
  expect(await cloud.port).toBe(1_002);
});
