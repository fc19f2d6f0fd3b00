/** The side of an object that is on paper: its layouts, what prints them, and new ones. */
import { Button } from 'antd';
import { useState } from 'react';
import { BEGINNINGS, paperTitle } from '../print/index';
import styles from './entries.module.css';
import { TitlePrompt } from './TitlePrompt';
import { type PrintsOf, type PrintsProps, type Template, usePrints } from './use-prints';

const HEADS = ['名称', '种类', '纸张', '何时使用', '状态'] as const;
const SORTS: Readonly<Record<string, string>> = { doc: '单据', label: '标签', preprinted: '套打', report: '报表' };

export const Prints = (props: PrintsProps) => {
  const { object, onOpen } = props;
  const prints = usePrints(props);
  const { templates, papers } = prints;
  const [asking, setAsking] = useState(false);
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
        {!prints.prints && papers.length > 0 && (
          <p>
            「{object.title}」还没有打印按钮。
            <Button type="link" size="small" onClick={prints.addPrintButton}>
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
                <td />
              </tr>
            </thead>
            <tbody>
              {templates.map((template) => (
                <Row key={template.document.id} template={template} prints={prints} onOpen={onOpen} />
              ))}
            </tbody>
          </table>
        )}
      </section>
      {asking && <NewPrint title={object.title} prints={prints} onClose={() => setAsking(false)} />}
    </div>
  );
};

interface RowProps {
  readonly template: Template;
  readonly prints: PrintsOf;
  readonly onOpen: (id: string) => void;
}
const Row = ({ template, prints, onOpen }: RowProps) => {
  const { document, doc } = template;
  return (
    <tr onClick={() => onOpen(document.id)}>
      <td>
        <button type="button">{document.title}</button>
      </td>
      <td>{SORTS[doc.sort ?? 'doc']}</td>
      <td>{paperTitle(doc)}</td>
      <td>
        {prints.isUnused(template) ? (
          <Button
            type="link"
            size="small"
            onClick={(event) => {
              event.stopPropagation();
              prints.addLabelButton(template);
            }}
          >
            加上打印按钮
          </Button>
        ) : (
          prints.whenOf(template)
        )}
      </td>
      <td>{document.fresh ? '未发布' : document.changed ? '有修改' : '已发布'}</td>
      <td>
        {document.fresh && (
          <Button
            type="link"
            size="small"
            aria-label={`删除「${document.title}」`}
            onClick={(event) => {
              event.stopPropagation();
              prints.remove(template);
            }}
          >
            删除
          </Button>
        )}
      </td>
    </tr>
  );
};

interface NewProps {
  readonly title: string;
  readonly prints: PrintsOf;
  readonly onClose: () => void;
}
/** The question for a new layout: how it is called, and what it begins with. */
const NewPrint = ({ title, prints, onClose }: NewProps) => (
  <TitlePrompt
    heading="新建打印模板"
    label="名称"
    title={title}
    begin={title}
    prefix="x"
    taken={prints.codes}
    lines={[
      {
        key: 'from',
        label: '从什么开始',
        hint: '选择',
        needed: true,
        proposed: 'fields',
        options: [
          ...BEGINNINGS.map(({ code, title }) => ({ value: code, label: title })),
          ...prints.templates.map(({ document }) => ({ value: document.id, label: `复制「${document.title}」` })),
        ],
      },
    ]}
    onCancel={onClose}
    onDone={({ title, code, of }) => {
      onClose();
      prints.make(title, code, of.from);
    }}
  />
);
