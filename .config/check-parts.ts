import { existsSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** One part of `npm run check`: a script of package.json whose name begins with `check:`. */
interface Part {
  name: string;
  /** Selects the files that can change the result of this part. @default the part reads commits instead of files */
  reads?: RegExp;
  /** Selects the rules of a part that can check single files: a change of the rules checks all files. The other parts follow imports, so they always do. */
  rules?: RegExp;
}

const CODE = /\.(ts|tsx)$|(^|\/)(cdk|package|package-lock|tsconfig)\.json$|^\.config\//;

/**
 * Two parts of a second come first. The types take as long as the dead code and the arrows together, so that two cores end at about the same
 * time. With `--changed`, the tests use one core: there the dead code comes before the types, which take three times as long.
 */
const PARTS: readonly Part[] = [
  { name: 'commits' },
  {
    name: 'format',
    reads: /\.(ts|tsx|cjs|css|json|md|html|yml)$/,
    rules: /^(\.config\/oxfmt\.json|\.prettierignore|\.editorconfig)$/,
  },
  {
    name: 'lint',
    reads: /\.(ts|tsx)$/,
    rules: /^(\.config\/(oxlint\.json|[\w-]+\.cjs)|(.+\/)?tsconfig\.json)$/,
  },
  { name: 'dead', reads: CODE },
  { name: 'types', reads: CODE },
  { name: 'arrows', reads: CODE },
  { name: 'spec', reads: /^(docs\/spec-coverage\.md|tests\/)/ },
];

/** Leaves out the parts that read none of the changed files. A part without files checks all of them. */
export function chooseParts(changed: readonly string[] | undefined): { name: string; files?: string[] }[] {
  return PARTS.flatMap(({ name, reads, rules }) => {
    if (changed === undefined || reads === undefined) return [{ name }];
    if (rules !== undefined && changed.some((file) => rules.test(file))) return [{ name }];
    const files = changed.filter((file) => reads.test(file) && (rules === undefined || existsSync(file)));
    if (files.length === 0) return [];
    return [{ name, ...(rules !== undefined && { files }) }];
  });
}

/** Selects the files of a failed part that its output names. A tool that the system killed names no file, so all files are selected. */
export function selectFailed(files: readonly string[], output: string): readonly string[] {
  const text = stripVTControlCharacters(output).replaceAll('\\', '/');
  const named = files.filter((file) => text.includes(file));
  return named.length > 0 ? named : files;
}
