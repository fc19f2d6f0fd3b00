/** Addresses of nodes (§11.1): codes joined by dots, a segment that holds a dot stands in brackets. */

export function addressOf(parent: string, segment: string): string {
  if (segment === '') return parent;
  if (segment.includes('.')) return `${parent}[${segment}]`;
  return parent === '' ? segment : `${parent}.${segment}`;
}

/** Segments of an address: `list.columns[material.spec].width` → list, columns, material.spec, width. */
export function segmentsOf(address: string): readonly string[] {
  const segments: string[] = [];
  for (const match of address.matchAll(/\[([^\]]*)\]|[^.[\]]+/g)) segments.push(match[1] ?? match[0]);
  return segments;
}

/**
 * The segment of a list entry (§11.1): its code, field, node or `is`; entries of lists that are set whole by their
 * title, and without one the address is that of the list.
 */
export function entrySegment(entry: { readonly [key: string]: unknown }): string {
  return String(entry.code ?? entry.field ?? entry.node ?? entry.is ?? entry.title ?? '');
}
