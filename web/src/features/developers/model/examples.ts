/** A text to copy, with the file or the program that it is for. */
export interface Snippet {
  title: string;
  code: string;
}

const PROMPT = 'A castle of glass at sunset, seen from below';

/** The first image, in three languages. The tests run each of them. @param origin of the site. */
export const listFirstImages = (origin: string): (Snippet & { language: 'curl' | 'node' | 'python' })[] => [
  {
    language: 'curl',
    title: 'curl',
    code: `curl ${origin}/v1/thumbnails \\
  -H "Authorization: Bearer $THUMBFORGE_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen || cat /proc/sys/kernel/random/uuid)" \\
  -d '{"prompt": "${PROMPT}"}'`,
  },
  {
    language: 'node',
    title: 'Node: first-image.mjs',
    code: `import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

const api = '${origin}/v1/thumbnails';
const id = randomUUID();
const headers = {
  authorization: \`Bearer \${process.env.THUMBFORGE_KEY}\`,
  'content-type': 'application/json',
};

let response = await fetch(api, {
  method: 'POST',
  headers: { ...headers, 'idempotency-key': id },
  body: JSON.stringify({ prompt: '${PROMPT}' }),
});
let result = await response.json();

// While every model is busy, the thumbnail waits in line.
while (['waiting', 'pending'].includes(result.status)) {
  await new Promise((resolve) => setTimeout(resolve, 5000));
  response = await fetch(\`\${api}/\${id}\`, { headers });
  result = await response.json();
}
if (result.error) throw new Error(result.error);

const image = await fetch(result.imageURL ?? result.url);
await writeFile('thumbnail.png', Buffer.from(await image.arrayBuffer()));
console.log('thumbnail.png');`,
  },
  {
    language: 'python',
    title: 'Python: first_image.py',
    code: `import json, os, time, urllib.error, urllib.request, uuid

api = "${origin}/v1/thumbnails"
id = str(uuid.uuid4())
headers = {
    "Authorization": "Bearer " + os.environ["THUMBFORGE_KEY"],
    "Content-Type": "application/json",
}

def call(url, headers, body=None):
    request = urllib.request.Request(url, body, headers)
    try:
        return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        return json.load(error)

body = json.dumps({"prompt": "${PROMPT}"}).encode()
result = call(api, {**headers, "Idempotency-Key": id}, body)

# While every model is busy, the thumbnail waits in line.
while result.get("status") in ("waiting", "pending"):
    time.sleep(5)
    result = call(api + "/" + id, headers)
if "error" in result:
    raise SystemExit(result["error"])

urllib.request.urlretrieve(result.get("imageURL") or result["url"], "thumbnail.png")
print("thumbnail.png")`,
  },
];

const MCP_SERVER = (origin: string) => ({
  url: `${origin}/mcp`,
  headers: { Authorization: 'Bearer tf_…' },
});

/** Lists the commands and settings that connect common clients with the MCP server. */
export const listMcpClients = (origin: string): Snippet[] => [
  {
    title: 'Claude Code',
    code: `claude mcp add --transport http thumbforge ${origin}/mcp \\
  --header "Authorization: Bearer $THUMBFORGE_KEY"`,
  },
  {
    title: 'Cursor: .cursor/mcp.json',
    code: JSON.stringify({ mcpServers: { thumbforge: MCP_SERVER(origin) } }, undefined, 2),
  },
  {
    title: 'VS Code: .vscode/mcp.json',
    code: JSON.stringify({ servers: { thumbforge: { type: 'http', ...MCP_SERVER(origin) } } }, undefined, 2),
  },
];
