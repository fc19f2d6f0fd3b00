/** What the page 数据字典 shows of the documents. */
import type { DictDoc } from '../../../schemas/language/document';
import type { Rec, Row } from '../../../schemas/language/value';
import type { SchemaFiles } from '../../registry/load';
import type { Mirrored } from './mirrored';

/** Every written dictionary; long lists the product brings (regions) are no rows. */
export function dictRecords(now: SchemaFiles, shipped: SchemaFiles): readonly Mirrored[] {
  const known = new Map(shipped.dictionaries.flatMap(({ doc }) => Object.entries(doc.dicts)));
  return now.dictionaries.flatMap(({ doc }) =>
    Object.entries(doc.dicts)
      .filter(([, dict]) => dict.source === undefined)
      .map(
        ([code, dict]): Mirrored => ({
          key: code,
          head: headOf(doc.area, code, dict, known.get(code)),
          rows: { items: itemsOf(dict, known.get(code)) },
        }),
      ),
  );
}
const headOf = (area: string, code: string, dict: DictDoc, below: DictDoc | undefined): Rec => ({
  code,
  name: dict.title,
  area,
  isSystem: below !== undefined,
  isOpen: below === undefined || below.open === true,
  remark: dict.note ?? null,
  itemCount: dict.items?.length ?? 0,
});
const itemsOf = (dict: DictDoc, below: DictDoc | undefined): readonly Omit<Row, 'id'>[] => {
  const shipped = new Set((below?.items ?? []).map((item) => item.code));
  return (dict.items ?? []).map((item) => ({
    value: item.code,
    label: item.title,
    color: item.tone ?? null,
    parentValue: item.parent ?? null,
    isDefault: item.default === true,
    isDisabled: item.off === true,
    isShipped: shipped.has(item.code),
  }));
};
