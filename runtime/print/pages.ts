/** `1-3,5` of a page range box; undefined = all pages, null = not a range. */
export function readPages(text: string, count: number): readonly number[] | undefined | null {
  const clean = text.replace(/[，、\s]+/g, ',').replace(/[－—~至]/g, '-');
  const parts = clean.split(',').filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const found = new Set<number>();
  for (const part of parts) {
    const [, from, to] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? [];
    if (from === undefined) return null;
    const [a, b] = [Number(from), Number(to ?? from)];
    if (a < 1 || b < a || a > count) return null;
    for (let page = a; page <= Math.min(b, count); page++) found.add(page - 1);
  }
  return [...found].sort((a, b) => a - b);
}
