/** The specification's definitions of a page (§12.3 getPageItem, fields): columns, form constants, search fields, fields. */
import { kindOf } from '../kinds/index';
import { placedField } from '../resolve/pages';
import type { Placement, ResolvedField, ResolvedObject, ResolvedView } from '../resolved';
import type { WireColumn } from './feature';
import { FEATURES } from './index';

/** Column definitions of a list in the specification's names; markers are left to their readers. */
export function wireColumns(
  object: ResolvedObject,
  columns: readonly Placement[] = object.list.columns,
): readonly WireColumn[] {
  return columns
    .filter((column) => column.field !== undefined && !column.field.startsWith('$'))
    .map((column) => wireColumn(object, column));
}
export function wireColumn(object: ResolvedObject, column: Placement): WireColumn {
  const field =
    column.of === undefined && column.service === undefined ? placedField(column.field, object.fields) : undefined;
  const wire: WireColumn = { prop: column.field ?? '', label: column.title ?? field?.title ?? column.field ?? '' };
  for (const feature of FEATURES) if (feature.used(column, field)) Object.assign(wire, feature.wire(column, field));
  return wire;
}

/** The specification's form constants, derived from the edit page (§9). */
export interface FormConf {
  readonly size: string;
  readonly labelPosition: string;
  readonly labelWidth: number;
  readonly disabled: boolean;
  readonly width: number;
  readonly dialogType: 'dialog' | 'drawer';
  readonly direction: 'rtl';
  readonly startFlowLabel: string;
  readonly showButton: boolean;
  readonly buttonList: readonly { readonly code: string; readonly title: string; readonly functionId: string }[];
  readonly equipMaint: boolean;
  readonly isIot: boolean;
  readonly dataSource: string;
}
export function formConf(object: ResolvedObject, view?: ResolvedView): FormConf {
  const { edit, actions } = view ?? object;
  // the form of the specification is shown to read, too
  const buttons = Object.values(actions).filter(({ at }) => at.includes('edit') || at.includes('detail'));
  return {
    size: edit.size ?? 'medium',
    labelPosition: edit.labels ?? 'right',
    labelWidth: edit.labelWidth,
    disabled: false,
    width: edit.width ?? 70,
    dialogType: edit.open === 'drawer' ? 'drawer' : 'dialog',
    direction: 'rtl',
    startFlowLabel: '提交审批',
    showButton: true,
    buttonList: buttons.map(({ code, title, right }) => ({ code, title, functionId: right })),
    equipMaint: object.area === 'device',
    isIot: object.area === 'iot',
    dataSource: object.object,
  };
}

export interface WireField {
  readonly field: string;
  readonly title: string;
  readonly type: string;
  readonly kind: string;
  readonly kindNo: number;
  readonly required?: boolean;
  readonly readonly?: boolean;
  readonly max?: unknown;
  readonly min?: unknown;
  readonly scale?: number;
  readonly dict?: string;
  readonly ref?: string;
  readonly children?: readonly WireField[];
}
/** Field list of an object as the specification's calls carry it; base fields are left out unless asked for. */
export function wireFields(fields: { readonly [code: string]: ResolvedField }, withBase = false): readonly WireField[] {
  return Object.values(fields)
    .filter((field) => withBase || field.base !== true)
    .map(wireField);
}
function wireField(field: ResolvedField): WireField {
  const { required, max, min, scale, dict, ref } = field;
  const optional = Object.fromEntries(
    Object.entries({ max, min, scale, dict, ref }).filter(([, value]) => value !== undefined),
  );
  return {
    field: field.code,
    title: field.title,
    type: field.type,
    kind: field.kind,
    kindNo: kindOf(field.kind).code,
    required: required === true || required === 'new',
    readonly: field.readonly === true,
    ...optional,
    ...(field.sub === undefined ? {} : { children: wireFields(field.sub.fields) }),
  };
}

export interface WireSearch {
  readonly prop: string;
  readonly label: string;
  readonly kind: string;
  readonly kindNo: number;
  readonly op?: string;
  readonly dict?: string;
  readonly default?: unknown;
}
/** Search fields of a list; a box over several fields is named by them. */
export function wireSearch(
  object: ResolvedObject,
  search: readonly Placement[] = object.list.search,
): readonly WireSearch[] {
  return search
    .filter((item) => item.field?.startsWith('$') !== true)
    .map((item) => {
      const field = placedField(item.field, object.fields);
      const kind = item.kind ?? field?.kind ?? 'default';
      const dict = item.dict ?? field?.dict;
      return {
        prop: item.field ?? item.param ?? item.fields?.join(',') ?? '',
        label: item.title ?? field?.title ?? '',
        kind,
        kindNo: kindOf(kind).code,
        ...(item.op === undefined ? {} : { op: item.op }),
        ...(dict === undefined ? {} : { dict }),
        ...(item.default === undefined ? {} : { default: item.default }),
      };
    });
}
