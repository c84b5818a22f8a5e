import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNameCheck } from './support/known-names.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = [
  'contract',
  'docs',
  'functions',
  'infra',
  'local',
  'tests',
  'web',
  '.config',
  '.ci',
  '.github',
];
const DECISIONS = 'docs/decisions';
const DATE = 'YYYY-MM-DD';

/** The repository's files and folders, relative to its root. */
const ENTRIES = FOLDERS.flatMap((folder) => [
  folder,
  ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
    `${folder}/${path}`.replaceAll('\\', '/'),
  ),
]).concat(readdirSync(ROOT));
const EXISTING = new Set(ENTRIES);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** `docs/spec-coverage.md` is generated from the tests that it names. */
const DOCUMENTS = ENTRIES.filter((path) => path.endsWith('.md') && path !== 'docs/spec-coverage.md');
const SOURCES = ENTRIES.filter((path) =>
  /^(?:contract|functions|infra|local|tests|web)\/.*\.tsx?$/.test(path),
);
const FILES = ENTRIES.filter((path) => statSync(join(ROOT, path)).isFile());

const FENCED = /^```[\s\S]*?^```/gm;
const CODE_SPAN = /`([^`\n]+)`/g;
const LINK = /\]\(([^)\s]+)\)|src="([^"]+)"/g;
const FILE = /^[\w@][\w.-]*(?:\/[\w.-]+)*\.(?:ts|tsx|css|md)$/;
const isInFolder = (path: string) =>
  FOLDERS.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** A path is complete from the root, or it is the end of exactly one path, such as `save-design.test.ts`. */
function isNamedOnce(name: string): boolean {
  return EXISTING.has(name) || ENTRIES.filter((path) => path.endsWith(`/${name}`)).length === 1;
}

/** A word in capitals is a placeholder, as in `infra/stages/examples/STAGE/`. */
const PLACEHOLDER = /\b[A-Z]{4,}\b(?!\.md)/;

/** Returns true if a file or a folder has this path. `{name}` stands for any name, as in `functions/api/{operation}.ts`. */
function isPath(path: string): boolean {
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[\\w-]+')}$`);
  return EXISTING.has(path) || ENTRIES.some((entry) => pattern.test(entry));
}

const listSpans = (text: string) => [...text.matchAll(CODE_SPAN)].map(([, span = '']) => span);

function findMissingPaths(text: string): string[] {
  const spans = listSpans(text).map((span) => span.replace(/\/$/, ''));
  return spans.filter((span) => {
    if (PLACEHOLDER.test(span)) return false;
    if (isInFolder(span) && /^[\w./{}-]+$/.test(span)) return !isPath(span);
    return FILE.test(span) && !isNamedOnce(span);
  });
}

/** The anchors of the headings of a document, as GitHub makes them. */
function listAnchors(path: string): string[] {
  const headings = read(path)
    .replaceAll(FENCED, '')
    .matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function findBrokenLinks(document: string, text: string): string[] {
  const targets = [...text.matchAll(LINK)].map(([, link, source]) => link ?? source ?? '');
  return targets.filter((target) => {
    if (/^(?:https?:|mailto:)/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file =
      path === '' ? document : relative(ROOT, join(ROOT, dirname(document), path)).replaceAll('\\', '/');
    return !EXISTING.has(file) || (anchor !== undefined && !listAnchors(file).includes(anchor));
  });
}

describe('a document', () => {
  it('names only files, folders and headings that exist', () => {
    const wrong = DOCUMENTS.flatMap((document) => {
      const text = read(document).replaceAll(FENCED, '');
      return [...findMissingPaths(text), ...findBrokenLinks(document, text)].map(
        (name) => `${document}: ${name}`,
      );
    });
    expect(wrong).toEqual([]);
  });

  it('names only identifiers, routes, npm scripts and variables that exist', () => {
    const findUnknownNames = createNameCheck(FILES);
    const wrong = DOCUMENTS.flatMap((document) => {
      const text = read(document);
      return findUnknownNames(listSpans(text.replaceAll(FENCED, '')), text).map(
        (name) => `${document}: ${name}`,
      );
    });
    expect(wrong).toEqual([]);
  });

  it('exists if a comment in the code names it', () => {
    const names = SOURCES.flatMap((path) => read(path).match(/\bdocs\/[\w./-]+\.md\b/g) ?? []);
    expect(names.filter((name) => !EXISTING.has(name))).toEqual([]);
  });
});

it('lists every decision in the index, with its title, its date and its status', () => {
  const records = readdirSync(join(ROOT, DECISIONS)).filter((name) => name !== 'README.md');
  const rows = records.toSorted().map((name) => {
    const title = /^# (.+)$/m.exec(read(`${DECISIONS}/${name}`))?.[1] ?? '';
    return [`[${name.slice(0, 4)}](${name})`, title, DATE, 'accepted'];
  });
  const listed = read(`${DECISIONS}/README.md`)
    .split('\n')
    .filter((line) => line.startsWith('| [0'))
    .map((line) =>
      line
        .split('|')
        .slice(1, 5)
        .map((cell) => cell.trim().replace(/^\d{4}-\d{2}-\d{2}$/, DATE)),
    );
  expect(listed).toEqual(rows);
});

it('installs packages only in jobs that cannot assume an AWS role', () => {
  const jobs = readdirSync(join(ROOT, '.github/workflows')).flatMap((name) =>
    read(`.github/workflows/${name}`)
      .split(/^(?= {2}\w+:$)/m)
      .filter((job) => job.includes('id-token: write'))
      .map(
        (job) => `${name}: ${job.trim().split('\n')[0]} ${/npm (?:ci|i|install)\b.*/.exec(job)?.[0] ?? ''}`,
      ),
  );
  expect(jobs).toEqual([
    'ci.yml: diff: ',
    'ci.yml: deploy: ',
    'deploy.yml: deploy: ',
    'doctor.yml: doctor: ',
    'smoke.yml: smoke: ',
  ]);
});

/** `NAME=value command`, which only the shells of Linux and macOS know. */
const ASSIGNMENT = /\b[A-Z][A-Z_]+=\S+ (?:[A-Z_]+=\S+ )*(?:npm|npx)\b/;
/** An argument with quotes in quotes, which each shell of Windows changes in its own way. */
const QUOTED_JSON = /--[a-z-]+ '\{/;

describe('on Windows', () => {
  it('a command prints no line that its shells do not know', () => {
    const lines = SOURCES.filter((path) => /^(?:infra|local|tests\/prove)\//.test(path)).flatMap((path) =>
      [ASSIGNMENT, QUOTED_JSON].flatMap((pattern) => pattern.exec(read(path))?.[0] ?? []),
    );
    expect(lines).toEqual([]);
  });

  it.each(DOCUMENTS.filter((path) => ASSIGNMENT.test(read(path))))(
    '%s says what to write in PowerShell, because it has commands with variables',
    (path) => {
      expect(read(path)).toMatch(/PowerShell/);
    },
  );
});
