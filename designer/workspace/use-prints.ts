/** The layouts of an object: which there are and which is taken, what prints them, how they are made, added and removed. */
import { useMemo } from 'react';
import { useHost } from '../../runtime/page/index';
import type { PrintDoc } from '../../schemas/language/print/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { addEntry, createDocument, removeDocument } from '../commands/index';
import type { DeskDocument, DeskView } from '../desk/desk';
import type { StoreDesk } from '../desk/store-desk';
import type { Writing } from '../desk/writing';
import { BEGINNINGS, newPrint } from '../print/index';
import { freeCode } from '../rules/index';

export interface Template {
  readonly document: DeskDocument;
  readonly doc: PrintDoc;
}
export interface PrintsProps {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly object: ResolvedObject;
  readonly writing: Pick<Writing, 'run'>;
  readonly onOpen: (id: string) => void;
}
export type PrintsOf = ReturnType<typeof usePrints>;

export function usePrints({ desk, view, object, writing }: PrintsProps) {
  const { feedback } = useHost();
  const texts = desk.store.state.documents;
  const templates = useMemo(
    () =>
      view.documents.flatMap((document): readonly Template[] => {
        const doc =
          document.sort === 'print' ? (texts[document.id]?.text as unknown as PrintDoc | undefined) : undefined;
        return doc?.page?.split(/[.#]/)[0] === object.object ? [{ document, doc }] : [];
      }),
    [view.documents, texts, object.object],
  );
  const papers = templates.filter(({ doc }) => doc.sort !== 'label');
  // as the printer takes it: an own default stands before the shipped one
  const defaults = papers.filter(({ doc }) => doc.default === true);
  const taken = (defaults.find(({ document }) => document.own) ?? defaults[0])?.doc;
  const actions = Object.values(object.actions);
  const used = new Set(actions.flatMap((action) => (typeof action.print === 'string' ? [action.print] : [])));
  const addButton = (code: string, value: { readonly [key: string]: string | readonly string[] }): void => {
    const own = code === 'print' ? code : freeCode(code, Object.keys(object.actions), view.open?.own === false);
    if (writing.run(addEntry, { list: 'actions', code: own, value: value as never }))
      feedback.success('已加到动作里，发布后在页面上出现');
  };
  return {
    templates,
    papers,
    /** the object has the button that prints */
    prints: actions.some((action) => action.code === 'print' && action.builtIn),
    addPrintButton: (): void => addButton('print', {}),
    /** a label that no button prints */
    isUnused: ({ doc }: Template): boolean => doc.sort === 'label' && !used.has(doc.print),
    addLabelButton: ({ doc }: Template): void =>
      addButton(`${doc.print}Button`, { title: doc.title, at: ['row', 'bulk', 'detail'], print: doc.print }),
    whenOf: ({ doc }: Template): string => whenOf(doc, doc === taken || papers.length === 1),
    remove: ({ document }: Template): void => {
      if (writing.run(removeDocument, { id: document.id })) feedback.success('已删除，可用撤销找回');
    },
    /** codes no new layout may have */
    codes: new Set(view.documents.map((doc) => doc.code)),
    /** `from`: a beginning, or the layout that is copied */
    make: (title: string, code: string, from: string | undefined): void => {
      const copied = templates.find((template) => template.document.id === from)?.doc;
      const begin = BEGINNINGS.find((beginning) => beginning.code === from)?.code ?? 'fields';
      const basis = copied === undefined ? begin : { copy: copied };
      const doc = newPrint(object, { print: code, title }, basis, papers.length === 0 && begin !== 'label');
      writing.run(createDocument, { doc });
    },
  };
}

const whenOf = (doc: PrintDoc, isTaken: boolean): string => {
  if (doc.sort === 'label') return '按钮指定';
  if (doc.when !== undefined) return `条件：${doc.when}`;
  return isTaken ? '默认' : '预览时选择';
};
