/** The outline of a document that is no object: its maps and lists as sections, whatever sort it is. */
import type { Library } from '../../schemas/language/check/index';
import { SORTS } from '../../schemas/language/sorts/index';
import type { KeySpec } from '../../schemas/language/sorts/table';
import { keyTitle } from '../../schemas/language/sorts/texts/index';
import { entriesAt, joinAddress, type StepDoc, sortOfDoc, valueAt } from '../../schemas/language/steps/index';
import { sortAt } from '../inspector/keys';
import { nameOf } from '../inspector/names';
import type { OutlineNode } from './outline-of';

const ICONS: Readonly<Record<string, string>> = {
  dims: 'group',
  measures: 'number',
  cells: 'report',
  search: 'funnel',
  charts: 'report',
  columns: 'table',
  kpis: 'star',
  keys: 'switch',
};

/** Sections of the document, those of its list behind them; empty ones are left out. */
export function documentOutline(
  doc: StepDoc,
  library: Library,
  titles: (address: string) => string | undefined,
): readonly OutlineNode[] {
  const sort = sortOfDoc(doc);
  const sections = (at: string, of: keyof typeof SORTS): readonly OutlineNode[] =>
    Object.entries(SORTS[of] as { readonly [key: string]: KeySpec }).flatMap(
      ([key, { shape }]): readonly OutlineNode[] => {
        const address = joinAddress(at, key);
        if (typeof shape === 'object' && 'node' in shape && shape.node === 'reportList')
          return sections(address, shape.node);
        const entries = entriesAt(doc, address);
        if (entries === undefined || entries.length === 0) return [];
        return [
          {
            address,
            title: keyTitle(of, key, undefined),
            icon: ICONS[key] ?? 'note',
            head: true,
            children: entries
              .filter((entry) => !entry.startsWith('$') && !isOff(doc, joinAddress(address, entry)))
              .map((entry) => {
                const child = joinAddress(address, entry);
                return {
                  address: child,
                  title: titles(child) ?? nameOf(doc, library, child, sortAt(doc, child) ?? sort),
                  icon: ICONS[key] ?? 'note',
                };
              }),
          },
        ];
      },
    );
  return sections('', sort);
}
const isOff = (doc: StepDoc, address: string): boolean =>
  (valueAt(doc, address) as { readonly off?: boolean } | undefined)?.off === true;
