/** Columns and tree of a pick dialog, from `pick` of the field and the type of the object it points to. */
import type { ObjectType, Placement, ResolvedField, ResolvedObject } from '../../schemas/language/resolved';
import { type ColumnSource, columnsOf } from '../table/columns';
import type { TableColumn } from '../table/types';

export interface PickLook {
  readonly columns: readonly TableColumn[];
  readonly tree?: string;
}

export function pickLook(field: ResolvedField, target: string, source: ColumnSource): PickLook {
  const type = target === source.object.object ? source.object : source.lib.object(target);
  if (type === undefined) return { columns: [LABEL] };
  const codes = field.pick?.columns ?? type.label;
  const own: ColumnSource = { ...source, object: asObject(type, source.object) };
  const columns = columnsOf(
    codes.map((code): Placement => ({ field: code })),
    own,
  );
  const tree = treeOf(field, type, target);
  return { columns: columns.length === 0 ? [LABEL] : columns, ...(tree === undefined ? {} : { tree }) };
}

/** The table reads columns of an object; of another one a form knows the type only, which carries all that is needed. */
function asObject(type: ObjectType | ResolvedObject, like: ResolvedObject): ResolvedObject {
  const fields = Object.entries(type.fields).map(
    ([code, field]) => [code, { ...field, path: code } as ResolvedField] as const,
  );
  return { ...like, object: type.object, title: type.title, label: type.label, fields: Object.fromEntries(fields) };
}

/** `pick.tree`: a reference of the target, or true for the tree the target is. */
function treeOf(field: ResolvedField, type: ObjectType | ResolvedObject, target: string): string | undefined {
  const wanted = field.pick?.tree;
  if (wanted === undefined || wanted === false) return undefined;
  if (wanted === true) return type.tree === undefined ? undefined : target;
  const ref = type.fields[wanted]?.ref;
  return ref === 'self' ? target : ref;
}

/** When nothing is known of the target: what it is called. */
const LABEL: TableColumn = {
  key: 'label',
  title: '名称',
  width: 320,
  minWidth: 80,
  align: 'left',
  headerAlign: 'left',
  sortable: false,
  grows: true,
  overflow: true,
  required: false,
  text: (row) => (typeof row.label === 'string' ? row.label : ''),
};
