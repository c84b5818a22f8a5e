/** The lint rule `thumbforge/plain-comments`: refuses phrases that a reader must read twice. */

/** A doc comment begins with a verb, or with the noun that it defines. */
const BEGINNING = /^\*\s*(?:\*\s*)?(?:Of|As|In|By|What|Whether|Where|How|The same)\b/;

const PHRASES = [
  /\bone that\b/,
  /\b(?:is|are) none\b/,
  /, too(?=[.;:)])/,
  /\bof (?:its own|now|today)\b/,
  /\b(?:those|that|the one) of (?:a|an|the|its|their|this|each|one|those)\b/,
];

/** Returns the text of a comment in one line, because a phrase can continue on the next line. */
const joinLines = (text) => text.replace(/\s*\n\s*(?:\*\s*)?/g, ' ');

/** Describes the first problem of a comment. Returns undefined if the comment has no problem. */
function findProblem({ type, value }) {
  const [beginning] = (type === 'Block' && BEGINNING.exec(value)) || [];
  if (beginning !== undefined) {
    return `Begin with a verb or with the noun that the comment defines, not with "${beginning.replace(/^[*\s]*/, '')}".`;
  }
  const text = joinLines(value);
  const found = PHRASES.map((phrase) => phrase.exec(text)?.[0]).find((phrase) => phrase !== undefined);
  return found && `Repeat the noun instead of "${found.replace(/^, /, '')}".`;
}

module.exports = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const message = findProblem(comment);
        if (message !== undefined) context.report({ loc: comment.loc, message });
      }
    },
  }),
};
