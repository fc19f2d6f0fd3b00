/** docs/performance.md: one table a subject, the newest. Sections without any are dropped; texts that are no tables stay. */

/** The text with the tables (by title) in a section of their own before the notes, and without the older ones of the same titles. */
export const withTables = (text: string, heading: string, tables: ReadonlyMap<string, string>): string => {
  const [intro = '', ...sections] = text.split(/^(?=## )/m);
  const left = sections.flatMap((section) => {
    const [head = '', ...parts] = section.split(/^(?=### )/m);
    const kept = parts.filter((part) => !tables.has(/^### (.*)/.exec(part)?.[1]?.trim() ?? ''));
    return parts.length > 0 && kept.length === 0 ? [] : [head + kept.join('')];
  });
  const notes = left.filter((section) => !section.includes('\n### '));
  const own = `## ${heading}\n\n${[...tables.values()].join('\n')}`;
  const measured = [...left.filter((section) => section.includes('\n### ')), own];
  return [intro, ...measured, ...notes].map((part) => `${part.trimEnd()}\n`).join('\n');
};
