/**
 * May this go here? Asked before a gesture, while dragging and when pasting, and by the server at publish: the same answer with the
 * same words.
 */
import type { FieldDoc } from '../../schemas/language/document';
import { factsOfDoc, kindOf } from '../../schemas/language/kinds/index';
import { isNode } from '../../schemas/language/resolve/merge';
import type { Shape } from '../../schemas/language/sorts/table';
import { entriesAt, type StepDoc, shapeAt, splitAddress, valueAt } from '../../schemas/language/steps/index';
import { text } from '../../schemas/language/texts';

/** Which sort of things a list or map of a document takes. */
export type PlaceSort = 'column' | 'item' | 'search' | 'field' | 'entry' | 'none';
export function placeSort(doc: StepDoc, list: string): PlaceSort {
  const shape: Shape | undefined = shapeAt(doc, list);
  if (typeof shape !== 'object') return 'none';
  if ('placements' in shape) return shape.placements;
  if ('map' in shape) return shape.map === 'field' ? 'field' : 'entry';
  return 'list' in shape || 'mapOf' in shape || 'any' in shape ? 'entry' : 'none';
}

/** Why a field may not be defined in a map of fields. */
export function fieldRefusal(whole: StepDoc, list: string, field: FieldDoc): string | undefined {
  if (placeSort(whole, list) !== 'field') return `「${list}」不放字段`;
  const isSub = factsOfDoc(field).holdsRows || field.fields !== undefined;
  const parent = splitAddress(list).parent;
  if (isSub && /^fields\.[^.]+$/.test(parent)) return text('kind.nest');
  const kind = kindOf(field.kind ?? 'default');
  if (field.many === true && kind.many === 'never') return text('kind.many', { kind: kind.title });
  return undefined;
}

/** Why a field (or a path to one) may not be placed in a list of the page; `path` as placements say it. */
export function placeRefusal(whole: StepDoc, list: string, path: string): string | undefined {
  const sort = placeSort(whole, list);
  if (sort === 'none' || sort === 'field' || sort === 'entry') return '这里不放字段';
  const entry = valueAt(whole, `${list}[${path}]`.replace(/\[([^.\]]+)\]$/, '.$1'));
  const isThere = (entriesAt(whole, list) ?? []).includes(path);
  if (isThere && !(isNode(entry) && entry.off === true)) return `「${titleOf(whole, list, path)}」已在这里`;
  const field = fieldOf(whole, list, path);
  if (field === undefined) return path.startsWith('$') ? undefined : text('ref.field', { c: path });
  const isSub = factsOfDoc(field).holdsRows || isNode(field.fields);
  if (isSub && sort !== 'item') return '明细不能作为列或查询项';
  if (isSub && !/^(views\.[^.]+\.)?(edit\.groups|detail\.tabs|list\.below)\./.test(list))
    return '明细只能放入分组或页签';
  if (sort === 'search' && (factsOfDoc(field).isAsked || factsOfDoc(field).isDrawn)) return '这种字段不能查询';
  if (sort === 'search' && field.secret !== undefined) return '保密字段不能查询';
  return undefined;
}

/** A field placed twice on one page stands in two groups: the second is refused by the page, not by the list. */
export function elsewhere(whole: StepDoc, list: string, path: string): string | undefined {
  const groups = /^(.*edit\.groups)\.([^.]+)\.fields$/.exec(list);
  if (groups?.[1] === undefined) return undefined;
  for (const code of entriesAt(whole, groups[1]) ?? []) {
    const other = `${groups[1]}.${code}.fields`;
    if (code !== groups[2] && (entriesAt(whole, other) ?? []).includes(path)) return other;
  }
  return undefined;
}

/** The field a path names inside the document: of the head, of the sub-table whose list it is, or of a sub-table by name. */
export function fieldOf(whole: StepDoc, list: string, path: string): FieldDoc | undefined {
  const rows = /^fields\.([^.]+)\.(?:columns|summary)/.exec(list)?.[1];
  const [first = '', second] = path.split('.');
  const fields = rows === undefined ? 'fields' : `fields.${rows}.fields`;
  const field = valueAt(whole, `${fields}.${first}`);
  if (!isNode(field)) return undefined;
  if (second === undefined || !isNode(field.fields)) return field as FieldDoc;
  const inner = field.fields[second];
  return isNode(inner) ? (inner as FieldDoc) : undefined;
}
export function titleOf(whole: StepDoc, list: string, path: string): string {
  return fieldOf(whole, list, path)?.title ?? path;
}
