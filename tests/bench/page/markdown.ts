/** A table as prettier would leave it: every column as wide as its widest cell, numbers to the right. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = header.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return {
      width: Math.max(3, name.length, ...cells.map((cell) => cell.length)),
      isNumber: cells.every((cell) => /^[-–\d.,% s]*$/.test(cell)),
    };
  });
  const line = (row: readonly string[]) => {
    const cells = columns.map(({ width, isNumber }, index) => {
      const cell = row[index] ?? '';
      return isNumber ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${cells.join(' | ')} |`;
  };
  const rule = columns.map(({ width, isNumber }) =>
    isNumber ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return [line(header), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
