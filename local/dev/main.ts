import { createServer } from 'node:http';
import { relative } from 'node:path';
import { readSettings } from '../environment.ts';
import { listen } from '../emulators/serve.ts';
import { refuseForeignHost } from '../http/requests.ts';
import { Progress } from '../progress.ts';
import { onStopRequest } from '../stop-request.ts';
import { startDevSite } from './dev-server.ts';
import { DevCloud } from './dev-cloud.ts';
import { forward } from './forward.ts';
import { ASSEMBLIES, ROOT } from './folders.ts';
import { deleteLeftAssemblies } from './left-assemblies.ts';
import { Updates } from './updates.ts';

const progress = new Progress(process.stderr);

/** Runs `npm run dev`: the product on an embedded cloud that applies the changes of its files. */
async function main(): Promise<void> {
  const server = createServer();
  const { port } = await listen(server, readSettings().port, 'Thumbforge');
  const cloud = new DevCloud(port);
  const updates = new Updates({ cloud, print });
  await deleteLeftAssemblies(ASSEMBLIES);
  await progress.run('building functions', () => updates.build());
  const [site, warnings] = await Promise.all([
    progress.run('starting the site', async () => {
      const started = await startDevSite(server, port);
      started.watch((path) => updates.change(relative(ROOT, path)));
      return started;
    }),
    progress.run('starting the cloud', () => updates.start()),
  ]);
  server.on('request', (request, response) => {
    if (refuseForeignHost(request, response)) return;
    site.handle(request, response, () => {
      cloud.port
        .then((cloudPort) => forward(request, response, { ...site, port: cloudPort }))
        .catch((error: unknown) => {
          print(describe(error));
          response.destroy();
        });
    });
  });
  progress.end();
  for (const warning of warnings) print(warning);
  process.stdout.write(`ready http://localhost:${port}\n`);
  onStopRequest(() => {
    void Promise.all([site.close(), updates.close()])
      .then(() => cloud.stop())
      .then(() => process.exit(0), fail);
  });
}

function print(text: string): void {
  progress.print(text);
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function fail(error: unknown): never {
  progress.end();
  print(describe(error));
  process.exit(1);
}

main().catch(fail);
