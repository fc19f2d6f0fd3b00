/** Documents of a changeset: a new object, report, board, print, dictionary or menu entry; one that was never published goes again. */
import type { AnyDoc } from '../../schemas/language/document';
import { FILE_SORTS, OWN_CODE } from '../../schemas/language/sorts/index';
import { entriesAt } from '../../schemas/language/steps/index';
import type { Json } from '../../schemas/language/value';
import type { Command, DocId } from '../document/state';
import { codeRefusal } from '../rules/codes';
import { Sketch } from './sketch';

/** Id of a document by its own text. */
export function idOf(doc: AnyDoc): DocId {
  const sort = FILE_SORTS[doc.$schema] ?? 'object';
  const key = OWN_CODE[sort as keyof typeof OWN_CODE] ?? 'object';
  return `${sort}:${String((doc as unknown as { readonly [key: string]: unknown })[key])}`;
}

/** A new document, opened. Codes of objects, reports, boards and prints are unique in the product. */
export const createDocument: Command<{ readonly doc: AnyDoc; readonly open?: boolean }> = (
  state,
  { doc, open = true },
) => {
  const id = idOf(doc);
  const title = (doc as { readonly title?: unknown }).title;
  const sketch = new Sketch(state, id);
  const taken = Object.values(state.documents)
    .filter((doc) => Object.keys(doc.text).length > 0 && /^(object|report|board|print|block):/.test(doc.id))
    .map((doc) => doc.id.split(':')[1] ?? '');
  const code = id.split(':')[1] ?? '';
  if (/^(object|report|board|print|block):/.test(id)) sketch.refuse(codeRefusal(code, taken, 'other', false));
  else if (Object.keys(sketch.text).length > 0) sketch.refuse(`编码重复：${code}`);
  sketch.step({ set: '', to: doc as unknown as Json });
  return sketch.done(`新建「${typeof title === 'string' ? title : code}」`, open ? { open: id, selection: [] } : {});
};

/** Takes a document out of the draft that was never published. */
export const removeDocument: Command<{ readonly id: DocId }> = (state, { id }) => {
  const document = state.documents[id];
  const sketch = new Sketch(state, id);
  if (document === undefined || Object.keys(document.text).length === 0) sketch.refuse('单据已不存在');
  else if (Object.keys(document.base).length > 0) sketch.refuse('已发布的不能删除，可从菜单中移除');
  sketch.step({ set: '', was: sketch.text as Json });
  return sketch.done('删除', { selection: [] });
};

/** An item of a menu, in the document of the menu: where the page is found. */
export const addMenuItem: Command<{
  readonly document: DocId;
  readonly code: string;
  readonly title: string;
  readonly page: string;
  /** address of the directory it goes to, `items` by default */
  readonly list?: string;
}> = (state, { document, code, title, page, list = 'items' }) => {
  const sketch = new Sketch(state, document);
  sketch.refuse(codeRefusal(code, entriesAt(sketch.text, list) ?? [], 'other', sketch.isShipped));
  sketch.insert({ list }, code, { title, page });
  return sketch.done(`菜单新增「${title}」`);
};

/** A dictionary with its items, in the document of its area. */
export const addDictionary: Command<{
  readonly document: DocId;
  readonly code: string;
  readonly title: string;
  readonly items: readonly { readonly code: string; readonly title: string }[];
}> = (state, { document, code, title, items }) => {
  const sketch = new Sketch(state, document);
  sketch.refuse(codeRefusal(code, entriesAt(sketch.text, 'dicts') ?? [], 'other', sketch.isShipped));
  if (items.length === 0) sketch.refuse('请至少填写一个选项');
  sketch.insert({ list: 'dicts' }, code, { title, items: items.map((item) => ({ ...item })) });
  return sketch.done(`新增字典「${title}」`);
};
