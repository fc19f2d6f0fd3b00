/** Lists: default schemes, summaries, columns, search fields, sort keys, trees; parts of pages. */
import type { ListDoc, Many, SchemeDoc } from '../document';
import { FEATURES } from '../features/index';
import { defaultWidth } from '../features/width';
import { factsOf, isNumeric } from '../kinds/index';
import { provenanceOf } from '../resolve';
import { addressOf } from '../resolve/address';
import { placedField } from '../resolve/pages';
import { placementKey } from '../resolve/placement';
import type { Part, Placement, ResolvedList } from '../resolved';
import { objectOfPage } from './library';
import type { ObjectCheck } from './object-check';
import { fieldAt } from './paths';
import { SUMMARY_WORDS } from './places';
import { checkChartOver } from './reports';

export function checkLists(check: ObjectCheck): void {
  const { object, entry } = check;
  checkList(check, object.list, 'list');
  checkDefaults(check, entry.doc.list?.schemes, 'list.schemes');
  checkGrid(check, entry.doc.list, 'list');
  checkGridActions(check);
  checkParts(check, object.edit.groups, 'edit.groups');
  checkParts(check, object.detail.tabs, 'detail.tabs');
  checkParts(check, object.list.below, 'list.below');
  const from = provenanceOf(object);
  for (const view of Object.values(object.views)) {
    const own = entry.doc.views?.[view.code];
    if (own?.list !== undefined)
      checkList(check, view.list, `views.${view.code}.list`, (key) => from.has(`views.${view.code}.list.${key}`));
    checkDefaults(check, own?.list?.schemes, `views.${view.code}.list.schemes`);
    checkGrid(check, own?.list, `views.${view.code}.list`);
    if (own?.edit?.groups !== undefined) checkParts(check, view.edit.groups, `views.${view.code}.edit.groups`);
    if (own?.detail?.tabs !== undefined) checkParts(check, view.detail.tabs, `views.${view.code}.detail.tabs`);
  }
}

/** Two literal defaults in one text are an error. */
function checkDefaults({ say }: ObjectCheck, schemes: Many<SchemeDoc> | undefined, address: string): void {
  if (Object.values(schemes ?? {}).filter((scheme) => scheme.default === true && scheme.off !== true).length > 1)
    say('list.default', address);
}

function checkList(
  check: ObjectCheck,
  list: ResolvedList,
  address: string,
  isOwn: (key: string) => boolean = () => true,
): void {
  const { object, say, entry, library } = check;
  if (isOwn('columns')) checkColumns(check, list.columns, `${address}.columns`);
  for (const scheme of list.schemes)
    if (scheme.columns !== undefined) checkColumns(check, scheme.columns, `${address}.schemes.${scheme.code}.columns`);
  for (const item of isOwn('search') ? list.search : []) {
    const own = addressOf(`${address}.search`, placementKey(item));
    for (const path of [item.field, ...(item.fields ?? [])]) {
      if (path === undefined || path.startsWith('$')) continue;
      if (fieldAt(path, entry.type, library.types) === undefined) say('ref.field', own, { c: path });
      const field = placedField(path, object.fields);
      if (field !== undefined && factsOf(field).isLong === true) say('list.search', own, {}, 'warn');
    }
    if (item.param !== undefined && item.where === undefined) say('key.missing', own, { k: 'where' });
  }
  for (const key of isOwn('sort') ? list.sort.split(',') : []) {
    const path = key.replace(/^-/, '');
    if (fieldAt(path, entry.type, library.types) === undefined && !list.columns.some((column) => column.field === path))
      say('ref.field', `${address}.sort`, { c: path });
  }
  for (const [code, said] of isOwn('summary') ? Object.entries(list.summary) : []) {
    const own = addressOf(`${address}.summary`, code);
    const field = fieldAt(code, entry.type, library.types);
    const isColumn = list.columns.some((column) => column.field === code);
    if (field === undefined && !isColumn) say('ref.field', own, { c: code });
    else if (
      SUMMARY_WORDS.has(said) &&
      (said === 'sum' || said === 'avg') &&
      field !== undefined &&
      field !== 'any' &&
      !isNumeric(field)
    ) {
      say('list.sum', own);
    }
  }
  for (const look of isOwn('as') ? list.as : []) {
    const [word = '', path] = look.split(':');
    if (!LOOKS.has(word)) say('value.range', `${address}.as`, { k: `as「${look}」（可用 ${[...LOOKS].join(' · ')}）` });
    else if (path !== undefined && fieldAt(path, entry.type, library.types) === undefined)
      say('ref.field', `${address}.as`, { c: path });
  }
  for (const [code, chart] of isOwn('charts') ? Object.entries(list.charts ?? {}) : []) {
    checkChartOver(chart, `${address}.charts.${code}`, library, say);
    // it follows the search of the list: both are over the same records
    const report = library.reports.get(chart.report?.split('.')[0] ?? '')?.report;
    if (report?.from !== undefined && report.from !== object.object)
      say('chart.object', `${address}.charts.${code}.report`, { r: report.report });
  }
  for (const side of isOwn('tree') ? list.tree : []) {
    for (const path of typeof side.field === 'string' ? [side.field] : (side.field ?? [])) {
      if (fieldAt(path, entry.type, library.types) === undefined) say('ref.field', `${address}.tree`, { c: path });
    }
  }
}

/** Keys of lists that a grid of records does not draw. */
const NOT_IN_GRID = ['tree', 'below', 'charts', 'as', 'select', 'live', 'every'] as const;

/** Records edited as a grid are rows to type into: what shows or acts on one record at a time has no place beside them. */
function checkGrid({ say }: ObjectCheck, own: ListDoc | undefined, address: string): void {
  if (own?.grid !== true) return;
  for (const key of NOT_IN_GRID) if (own[key] !== undefined) say('list.grid', `${address}.${key}`, { k: key });
}
/** Its rows have no buttons: an action needs a place in the toolbar or on the record's own pages. */
function checkGridActions({ object, say, entry }: ObjectCheck): void {
  if (entry.doc.list?.grid !== true) return;
  for (const action of Object.values(object.actions)) {
    const { at, builtIn, code } = action;
    if (
      !builtIn &&
      action.in === undefined &&
      at.length > 0 &&
      at.every((place) => place === 'row' || place === 'bulk')
    )
      say('list.grid', `actions.${code}.at`, { k: at.join('、') });
  }
}

function checkColumns(
  { object, say, entry, library }: ObjectCheck,
  columns: readonly Placement[],
  address: string,
): void {
  for (const column of columns) {
    if (column.field?.startsWith('$') === true) continue;
    const own = addressOf(address, placementKey(column));
    const isComputed = column.of !== undefined || column.service !== undefined;
    const field = isComputed ? undefined : placedField(column.field, object.fields);
    // a template may have a column of its own
    const isKnown = isComputed || column.text !== undefined;
    if (!isKnown && fieldAt(column.field ?? '', entry.type, library.types) === undefined) {
      say('ref.field', own, { c: column.field ?? '' });
      continue;
    }
    for (const feature of FEATURES) {
      if (!feature.used(column, field)) continue;
      for (const mistake of feature.check?.(column, field) ?? [])
        say(mistake.code, `${own}.${mistake.key}`, mistake.terms);
    }
    const width = column.width ?? defaultWidth(column, field);
    if (textWidth(column.title ?? '') > width) say('title.long', own, {}, 'warn');
    checkPenetrate({ say, library, entry }, column, own);
  }
}
function checkPenetrate(
  { say, library, entry }: Pick<ObjectCheck, 'say' | 'library' | 'entry'>,
  column: Placement,
  own: string,
): void {
  if (typeof column.penetrate !== 'object') return;
  const { page, relIdField, relCfg, portId } = column.penetrate;
  const target = page?.startsWith('=') === true ? undefined : objectOfPage(library, page);
  if (relIdField !== undefined && fieldAt(relIdField, entry.type, library.types) === undefined)
    say('ref.field', `${own}.penetrate.relIdField`, { c: relIdField });
  if (target !== undefined && portId !== undefined && target.object.views[portId] === undefined)
    say('ref.page', `${own}.penetrate.portId`, { c: portId });
  for (const rel of relCfg === undefined ? [] : Array.isArray(relCfg) ? relCfg : [relCfg]) {
    if (fieldAt(rel.valueField, entry.type, library.types) === undefined)
      say('ref.field', `${own}.penetrate.relCfg`, { c: rel.valueField });
    if (target !== undefined && fieldAt(rel.relField, target.type, library.types) === undefined)
      say('ref.field', `${own}.penetrate.relCfg`, { c: rel.relField });
  }
}

function checkParts({ say, entry, library }: ObjectCheck, parts: readonly Part[], address: string): void {
  for (const part of parts) {
    const own = `${address}.${part.code}`;
    if (part.report !== undefined) checkChartOver(part, own, library, say);
    for (const item of part.fields ?? []) {
      if (item.field === undefined || item.field.startsWith('$')) continue;
      if (fieldAt(item.field, entry.type, library.types) === undefined)
        say('ref.field', `${own}.fields`, { c: item.field });
    }
  }
}

/** Looks of a list; board, calendar and a switched tree name their field. A page as `select` is a selection dialog. */
const LOOKS: ReadonlySet<string> = new Set(['table', 'tree', 'cards', 'board', 'calendar', 'select']);

/** Rough width of a header text: 14 px a Chinese character, 8 px another, 24 px padding. */
function textWidth(title: string): number {
  return [...title].reduce((sum, char) => sum + (char.charCodeAt(0) > 0x2e80 ? 14 : 8), 24);
}
