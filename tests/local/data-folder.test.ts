import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { reserveDataFolder } from '../../local/emulators/data-folder.ts';
import { withTempFolder } from '../support/temp-folder.ts';

const MODULE = new URL('../../local/emulators/data-folder.ts', import.meta.url).href;
/** No system gives this id to a process. */
const ENDED = String(2 ** 31 - 1);
const OWN = String(process.pid);

const run = promisify(execFile);
const readOwner = (folder: string) => readFile(join(folder, 'process'), 'utf8');
const writeOwner = (folder: string, content: string) => writeFile(join(folder, 'process'), content);

describe('a data folder', () => {
  it.each([
    ['a process that has ended', ENDED],
    ['an earlier process with the id of this process', OWN],
  ])('is reserved after %s left it', (_owner, content) =>
    withTempFolder('data', async (folder) => {
      await writeOwner(folder, content);

      const release = reserveDataFolder(folder);

      expect(await readOwner(folder)).toBe(OWN);
      release();
      expect(await readdir(folder)).toEqual([]);
    }),
  );

  it('is refused while another process runs that has reserved it', () =>
    withTempFolder('data', async (folder) => {
      await writeOwner(folder, String(process.ppid));

      expect(() => reserveDataFolder(folder)).toThrow(
        `Process ${process.ppid} uses the data in ${folder}. Stop this process, or choose another folder with THUMBFORGE_DATA=…. If process ${process.ppid} is another program, delete ${join(folder, 'process')}.`,
      );

      expect(await readOwner(folder)).toBe(String(process.ppid));
      expect(await readdir(folder)).toEqual(['process']);
    }));

  it.each([
    ['is empty', (file: string) => writeFile(file, '')],
    ['contains a text', (file: string) => writeFile(file, 'text')],
    ['is a folder', (file: string) => mkdir(file)],
  ])('is refused with a sentence if its file `process` %s', (_case, create) =>
    withTempFolder('data', async (folder) => {
      const file = join(folder, 'process');
      await create(file);

      expect(() => reserveDataFolder(folder)).toThrow(
        `Another process may use the data in ${folder}. Stop this process, or choose another folder with THUMBFORGE_DATA=…. If no other process uses the data, delete ${file}.`,
      );

      expect(await readdir(folder)).toEqual(['process']);
    }),
  );

  it('stays reserved for another process when this process releases it', () =>
    withTempFolder('data', async (folder) => {
      const release = reserveDataFolder(folder);
      await writeOwner(folder, String(process.ppid));

      release();

      expect(await readOwner(folder)).toBe(String(process.ppid));
    }));

  // A limit of the size of files stands for a full disk.
  it.skipIf(process.platform === 'win32')('can be reserved after the disk was full', () =>
    withTempFolder('data', async (folder) => {
      const program = `(await import(${JSON.stringify(MODULE)})).reserveDataFolder(process.argv[1])`;
      const command = [process.execPath, '--import', import.meta.resolve('tsx'), '-e', program, folder];

      await expect(run('sh', ['-c', 'ulimit -f 0 && exec "$@"', 'sh', ...command])).rejects.toThrow('EFBIG');

      reserveDataFolder(folder);
      expect(await readOwner(folder)).toBe(OWN);
    }),
  );

  it('is reserved by one of two processes that start at the same time', () =>
    withTempFolder('data', async (folder) => {
      const rounds = Array.from({ length: 50 }, (_, index) => join(folder, String(index)));
      for (const round of rounds) {
        await mkdir(round);
        await writeOwner(round, ENDED);
      }
      const program = join(folder, 'program.mjs');
      await writeFile(
        program,
        `import { existsSync, writeFileSync } from 'node:fs';
        import { reserveDataFolder } from ${JSON.stringify(MODULE)};
        const [name, other, ...rounds] = process.argv.slice(2);
        const results = rounds.map((round) => {
          writeFileSync(round + '/' + name, '');
          // Both processes leave this loop within microseconds.
          while (!existsSync(round + '/' + other));
          try {
            reserveDataFolder(round);
            return process.pid;
          } catch (error) {
            return error.message;
          }
        });
        console.log(JSON.stringify(results));`,
      );
      const start = async (name: string, other: string): Promise<unknown[]> => {
        const options = ['--import', import.meta.resolve('tsx'), program, name, other, ...rounds];
        const { stdout } = await run(process.execPath, options, { timeout: 300_000 });
        return z.array(z.unknown()).parse(JSON.parse(stdout));
      };

      const [first, second] = await Promise.all([start('a', 'b'), start('b', 'a')]);

      for (const [index, round] of rounds.entries()) {
        const results = [first[index], second[index]];
        const owner = await readOwner(round);
        expect(results).toContain(Number(owner));
        expect(results).toContainEqual(expect.stringContaining(` the data in ${round}. Stop this process`));
        expect(await readdir(round)).toEqual(['a', 'b', 'process']);
      }
    }));

  it('is reserved by one of three processes, whichever calls of the file system the second and the third one interrupt', () =>
    withTempFolder('data', async (folder) => {
      const program = join(folder, 'program.mjs');
      await writeFile(
        program,
        `import fs from 'node:fs';
        import { syncBuiltinESMExports } from 'node:module';
        const { mkdirSync, readFileSync, readdirSync, writeFileSync } = fs;
        const [folder, ...others] = process.argv.slice(2);
        const ids = [...others, String(process.pid)];
        let countCall = () => undefined;
        for (const [name, call] of Object.entries(fs)) {
          if (!name.endsWith('Sync')) continue;
          fs[name] = (...args) => {
            countCall();
            return call(...args);
          };
        }
        syncBuiltinESMExports();
        // Each process is an instance of the module with its own id.
        const processes = [];
        for (const id of ids) {
          Object.defineProperty(process, 'pid', { value: Number(id), configurable: true });
          processes.push((await import(${JSON.stringify(MODULE)} + '?' + id)).reserveDataFolder);
        }
        const runSchedule = (round, starts) => {
          mkdirSync(round);
          writeFileSync(round + '/process', ${JSON.stringify(ENDED)});
          const owners = [];
          let calls = 0;
          let next = 0;
          const start = () => {
            const index = next++;
            try {
              processes[index](round);
              owners.push(ids[index]);
            } catch (error) {
              if (!error.message.includes(' the data in ' + round + '. Stop this process')) throw error;
            }
          };
          countCall = () => {
            calls += 1;
            if (starts[next - 1] === calls) start();
          };
          start();
          countCall = () => undefined;
          return { starts, owners, calls, started: next, file: readFileSync(round + '/process', 'utf8'), files: readdirSync(round) };
        };
        const results = [];
        for (let second = 1; ; second += 1) {
          const before = results.length;
          for (let third = second + 1; ; third += 1) {
            const result = runSchedule(folder + '/' + second + '-' + third, [second, third]);
            if (result.started < 3) break;
            results.push(result);
          }
          if (results.length === before) break;
        }
        console.log(JSON.stringify(results));`,
      );
      const ids = [process.pid, process.ppid].map(String);
      const options = ['--import', import.meta.resolve('tsx'), program, folder, ...ids];
      const { stdout } = await run(process.execPath, options);

      const results = z
        .array(
          z.object({
            starts: z.array(z.number()),
            owners: z.array(z.string()),
            file: z.string(),
            files: z.array(z.string()),
          }),
        )
        .parse(JSON.parse(stdout));
      expect(results.length).toBeGreaterThan(10);
      for (const { starts, owners, file, files } of results)
        expect({ starts, owners, files }).toEqual({ starts, owners: [file], files: ['process'] });
    }));
});
