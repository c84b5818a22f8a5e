import { listSubjectProblems } from './commit-subjects.ts';

/** `npm run check:commits`. A commit that is pushed is not rewritten, so the check runs before the push. */
const problems = listSubjectProblems('.');
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
