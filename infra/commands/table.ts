export type Cell = string | number;

/**
 * Formats a table: columns as wide as their widest cell, numbers aligned right, two spaces between columns.
 * @param head names of the columns. Each row has as many cells.
 */
export function formatTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const columns = head.map((name, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    const width = Math.max(name.length, ...cells.map((cell) => String(cell).length));
    const isNumeric = rows.length > 0 && cells.every((cell) => typeof cell === 'number' || cell === '');
    const align = (cell: Cell) => (isNumeric ? String(cell).padStart(width) : String(cell).padEnd(width));
    return { width, align };
  });
  const formatRow = (cells: readonly Cell[]) =>
    columns
      .map(({ align }, column) => align(cells[column] ?? ''))
      .join('  ')
      .trimEnd();
  return [head, columns.map(({ width }) => '-'.repeat(width)), ...rows].map(formatRow).join('\n');
}
