/** The side of an object that is on paper: its layouts, what prints them, and new ones. */
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useHost } from '../../runtime/page/index';
import type { PrintDoc } from '../../schemas/language/print/index';
import type { ResolvedObject } from '../../schemas/language/resolved';
import { addEntry, createDocument, removeDocument } from '../commands/index';
import type { DeskDocument, DeskView } from '../desk/desk';
import type { StoreDesk } from '../desk/store-desk';
import { BEGINNINGS, newPrint, paperTitle } from '../print/index';
import { freeCode } from '../rules/index';
import styles from './entries.module.css';
import { TitlePrompt } from './TitlePrompt';

interface Props {
  readonly desk: StoreDesk;
  readonly view: DeskView;
  readonly object: ResolvedObject;
  readonly onOpen: (id: string) => void;
}
interface Template {
  readonly document: DeskDocument;
  readonly doc: PrintDoc;
}
const HEADS = ['名称', '种类', '纸张', '何时使用', '状态'] as const;
const SORTS: Readonly<Record<string, string>> = { doc: '单据', label: '标签', preprinted: '套打', report: '报表' };

export const Prints = ({ desk, view, object, onOpen }: Props) => {
  const { feedback } = useHost();
  const [asking, setAsking] = useState(false);
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
  const prints = actions.some((action) => action.code === 'print' && action.builtIn);
  const used = new Set(actions.flatMap((action) => (typeof action.print === 'string' ? [action.print] : [])));
  const run = (refusal: { readonly reason: string } | undefined): boolean => {
    if (refusal !== undefined) feedback.warning(refusal.reason);
    return refusal === undefined;
  };
  const addButton = (code: string, value: { readonly [key: string]: string | readonly string[] }): void => {
    const own = code === 'print' ? code : freeCode(code, Object.keys(object.actions), view.open?.own === false);
    if (run(desk.store.run(addEntry, { list: 'actions', code: own, value: value as never })))
      feedback.success('已加到动作里，发布后在页面上出现');
  };
  const codes = new Set(view.documents.map((doc) => doc.code));
  return (
    <div className={styles.entries}>
      <section aria-label="打印模板">
        <header>
          <h2>
            打印模板 <small>{templates.length}</small>
          </h2>
          <Button type="primary" onClick={() => setAsking(true)}>
            新建打印模板
          </Button>
        </header>
        {papers.length === 0 && (
          <p>还没有自己的单据模板：打印时按编辑页的字段自动排版。新建一个，可以从这个样子改起。</p>
        )}
        {!prints && papers.length > 0 && (
          <p>
            「{object.title}」还没有打印按钮。
            <Button type="link" size="small" onClick={() => addButton('print', {})}>
              加上打印按钮
            </Button>
          </p>
        )}
        {templates.length > 0 && (
          <table>
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {templates.map(({ document, doc }) => (
                <tr key={document.id} onClick={() => onOpen(document.id)}>
                  <td>
                    <button type="button">{document.title}</button>
                  </td>
                  <td>{SORTS[doc.sort ?? 'doc']}</td>
                  <td>{paperTitle(doc)}</td>
                  <td>
                    {doc.sort === 'label' && !used.has(doc.print) ? (
                      <Button
                        type="link"
                        size="small"
                        onClick={(event) => {
                          event.stopPropagation();
                          addButton(`${doc.print}Button`, {
                            title: doc.title,
                            at: ['row', 'bulk', 'detail'],
                            print: doc.print,
                          });
                        }}
                      >
                        加上打印按钮
                      </Button>
                    ) : (
                      whenOf(doc, doc === taken || papers.length === 1)
                    )}
                  </td>
                  <td>
                    {document.fresh ? '未发布' : document.changed ? '有修改' : '已发布'}
                    {document.fresh && (
                      <Button
                        type="link"
                        size="small"
                        aria-label={`删除「${document.title}」`}
                        onClick={(event) => {
                          event.stopPropagation();
                          if (run(desk.store.run(removeDocument, { id: document.id })))
                            feedback.success('已删除，可用撤销找回');
                        }}
                      >
                        删除
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      {asking && (
        <TitlePrompt
          heading="新建打印模板"
          label="名称"
          title={object.title}
          begin={object.title}
          prefix="x"
          taken={codes}
          lines={[
            {
              key: 'from',
              label: '从什么开始',
              hint: '选择',
              needed: true,
              proposed: 'fields',
              options: [
                ...BEGINNINGS.map(({ code, title }) => ({ value: code, label: title })),
                ...templates.map(({ document }) => ({ value: document.id, label: `复制「${document.title}」` })),
              ],
            },
          ]}
          onCancel={() => setAsking(false)}
          onDone={({ title, code, of }) => {
            setAsking(false);
            const copied = templates.find((template) => template.document.id === of.from)?.doc;
            const begin = BEGINNINGS.find((beginning) => beginning.code === of.from)?.code ?? 'fields';
            const from = copied === undefined ? begin : { copy: copied };
            const doc = newPrint(object, { print: code, title }, from, papers.length === 0 && begin !== 'label');
            run(desk.store.run(createDocument, { doc }));
          }}
        />
      )}
    </div>
  );
};

const whenOf = (doc: PrintDoc, isTaken: boolean): string => {
  if (doc.sort === 'label') return '按钮指定';
  if (doc.when !== undefined) return `条件：${doc.when}`;
  return isTaken ? '默认' : '预览时选择';
};
