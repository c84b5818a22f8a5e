import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { withTempFolder } from '../support/temp-folder.ts';

const MODULE = new URL('../../local/stop-request.ts', import.meta.url).href;

// Windows ends a process without a signal that npm could forward.
it.skipIf(process.platform === 'win32')(
  'a signal to the process of `npm start` stops the embedded cloud',
  async () => {
    await withTempFolder('stop', async (folder) => {
      const start = manifest.scripts.start
        .replace('local/start.ts', 'program.mjs')
        .replace('tsx', import.meta.resolve('tsx'));
      await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
      await writeFile(
        join(folder, 'program.mjs'),
        `import { onStopRequest } from ${JSON.stringify(MODULE)};
        const running = setInterval(() => {}, 1_000);
        onStopRequest(() => { console.log('stopped'); clearInterval(running); });
        console.log('ready');`,
      );
      const npm = spawn('npm', ['start', '--silent'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
      const output: string[] = [];
      npm.stdout.on('data', (chunk: Buffer) => {
        output.push(chunk.toString());
        if (output.length === 1) npm.kill('SIGTERM');
      });

      // The output closes when the last process that npm started has ended.
      await once(npm.stdout, 'close');

      expect(output.join('')).toBe('ready\nstopped\n');
    });
  },
);
