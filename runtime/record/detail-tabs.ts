/** Tabs of a detail page from its parts: `$edit` first, then lists and what the runtime itself knows of a record. */
import { factsOf } from '../../schemas/language/kinds/index';
import type { Part } from '../../schemas/language/resolved';
import { MARKER_TITLES } from '../../schemas/language/sorts/texts/markers';
import { isFormBlock, isRecordBlock } from '../form/block-names';
import type { FormModel } from '../form/form-model';
import { type Group, inSight, layoutOf, mayRead, type Section, type SubTable } from '../form/layout';
import type { Page } from '../page/types';
import { filesOfRecord } from './files-of-record';

export interface DetailSection {
  readonly code: string;
  readonly title: string;
  readonly count?: number;
  readonly groups: readonly Group[];
  readonly tables: readonly SubTable[];
  /** a list of another page */
  readonly list?: Part;
  /** a report of this record */
  readonly report?: Part;
  /** a part that the runtime draws of any record */
  readonly part?: BuiltInPart;
  /** a block over the record */
  readonly block?: string;
}

/** `$links` documents before and after this one, `$history` who changed what, `$usage` where the record is used, `$files` its files, `$flow` its approvals. */
export type BuiltInPart = '$links' | '$history' | '$usage' | '$files' | '$flow';
const BUILT_IN: ReadonlySet<string> = new Set<BuiltInPart>(['$links', '$history', '$usage', '$files', '$flow']);
const isBuiltIn = (code: string): code is BuiltInPart => BUILT_IN.has(code);

export function detailTabs(page: Page, model: FormModel): readonly DetailSection[] {
  const { object } = page;
  const { hidden } = model.states;
  const layout = layoutOf(object, object.edit.groups, {
    keepFoot: false,
    skip: new Set(object.audited ? object.label : []),
  });
  const hasFilesTab = object.detail.tabs.some((part) => part.code === '$files');
  const sections: DetailSection[] = [];
  for (const part of object.detail.tabs) {
    if (!mayRead(page, part) || hidden.has(`@${part.code}`)) continue;
    if (part.code === '$edit') sections.push(...editSections(model, layout, hasFilesTab));
    else if (isBuiltIn(part.code)) {
      // a document without fields for files has no such tab
      if (part.code === '$files' && !holdsFiles(page, hidden)) continue;
      const section = {
        code: part.code,
        title: part.title ?? MARKER_TITLES[part.code] ?? '',
        groups: [],
        tables: [],
        part: part.code,
      };
      const count = part.code === '$files' ? filesOfRecord(model).flatMap((file) => file.files).length : 0;
      sections.push(count === 0 ? section : { ...section, count });
    } else if (part.code.startsWith('$')) continue;
    else if (part.list !== undefined)
      sections.push({ code: part.code, title: part.title ?? part.code, groups: [], tables: [], list: part });
    else if (part.report !== undefined)
      sections.push({ code: part.code, title: part.title ?? part.code, groups: [], tables: [], report: part });
    else if (part.block !== undefined && (isRecordBlock(part.block) || isFormBlock(part.block)))
      sections.push({ code: part.code, title: part.title ?? '', groups: [], tables: [], block: part.block });
    else if (part.fields !== undefined) {
      const own = inSight(layoutOf(object, [part], { keepFoot: true }), hidden);
      if (own !== undefined)
        sections.push({ code: part.code, title: part.tab ?? part.title ?? '', groups: own.groups, tables: own.tables });
    }
  }
  return joined(sections);
}

/** A tab of the edit page that `$files` says better. */
const isFilesOnly = (section: Section): boolean =>
  section.tables.length === 0 &&
  section.groups.every((group) =>
    group.fields.every(({ field }) => field.type === 'file' && factsOf(field).followsType),
  );

const holdsFiles = (page: Page, hidden: ReadonlySet<string>): boolean =>
  Object.values(page.object.fields).some(
    (field) =>
      !hidden.has(field.code) &&
      (field.type === 'file' || Object.values(field.sub?.fields ?? {}).some((column) => column.type === 'file')),
  );

/** Tabs of equal names are one (language §2.6): what the edit page shows there first, the list below it. */
function joined(sections: readonly DetailSection[]): readonly DetailSection[] {
  const out: DetailSection[] = [];
  for (const section of sections) {
    const at = out.findIndex(
      (eachSection) =>
        eachSection.title === section.title && eachSection.list === undefined && eachSection.part === undefined,
    );
    const same = out[at];
    if (section.list === undefined || same === undefined) out.push(section);
    else out[at] = { ...same, list: section.list };
  }
  return out;
}

/**
 * Rows a document cannot be without come first, below the groups as text; rows that may be none have tabs of their own behind the
 * groups. Further tabs of the edit page keep being tabs.
 */
function editSections(
  model: FormModel,
  layout: ReturnType<typeof layoutOf>,
  hasFilesTab: boolean,
): readonly DetailSection[] {
  const { hidden } = model.states;
  const [first, ...rest] = layout.tabs;
  const isRows = first !== undefined && first.tables.length > 0;
  const { groups, tables } = inSight(
    { groups: layout.groups, tables: [...layout.tables, ...(isRows ? first.tables : [])] },
    hidden,
  ) ?? { groups: [], tables: [] };
  const others = isRows ? rest : layout.tabs;
  const apart = groups.length > 0 && tables.every(({ field }) => field.sub?.rows.min === 0);
  const [only, more] = tables;
  const alone = !apart && more === undefined ? only : undefined;
  return [
    {
      code: '$edit',
      title: alone?.title ?? '基本信息',
      ...countOf(model, alone),
      groups,
      tables: apart ? [] : tables,
    },
    ...(apart ? tables : []).map((table) => ({
      code: table.code,
      title: table.title,
      ...countOf(model, table),
      groups: [],
      tables: [table],
    })),
    ...others
      .filter((section) => !isFilesOnly(section) || !hasFilesTab)
      .flatMap(({ code, title, groups, tables }) => inSight({ code, title, groups, tables }, hidden) ?? []),
  ];
}

const countOf = (model: FormModel, table: SubTable | undefined): { readonly count?: number } => {
  const count = model.subs.get(table?.code ?? '')?.store.rows.length;
  return count === undefined ? {} : { count };
};
