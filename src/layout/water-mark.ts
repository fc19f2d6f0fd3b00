/** The picture of a water mark, repeated over the page. */
import { markTile } from '../../runtime/files/index';
import type { Value } from '../../schemas/language/value';

export interface MarkFacts {
  readonly name: string;
  readonly loginName: string;
  readonly org: string;
  readonly day: string;
}

/** One tile as an address of a picture; null = no water mark. */
export const markPicture = (
  setting: (key: string) => Value | undefined,
  facts: MarkFacts,
  page?: string,
): string | null => {
  if (setting('enabled') !== true) return null;
  const exclude = setting('exclude');
  // forms and details of a page go with its list
  if (page !== undefined && Array.isArray(exclude) && (exclude as readonly string[]).includes(page.split('#')[0] ?? ''))
    return null;
  const said = (['name', 'loginName', 'org', 'day'] as const)
    .filter((key) => setting(key) === true)
    .map((key) => facts[key]);
  const lines = [...said, setting('text')].map((line) => String(line ?? '').trim()).filter((line) => line !== '');
  if (lines.length === 0) return null;
  return markTile(lines, {
    size: number(setting('fontSize'), 16),
    gap: number(setting('gap'), 160),
    angle: number(setting('angle'), -20),
    color: String(setting('color') ?? '#808080'),
    opacity: number(setting('opacity'), 12),
  });
};

const number = (value: Value | undefined, otherwise: number): number => (typeof value === 'number' ? value : otherwise);
