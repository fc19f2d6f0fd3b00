/** Rows from Excel, by a paste (touch screens, plain http) or from a file: what would come is shown with its errors before it is taken. */
import { InboxOutlined } from '@ant-design/icons';
import { Input, Modal, Switch } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useRef, useState } from 'react';
import { useFirstFocus } from '../page/use-first-focus';
import type { GridControl } from './control';
import { matchHeader, parseTable } from './paste';
import styles from './SheetDialog.module.css';
import { readWorkbook } from './sheet-file';
import type { SheetPlan } from './types';

export interface SheetDialogProps {
  readonly control: GridControl;
  readonly from: 'text' | 'file';
  readonly onClose: () => void;
}

export function SheetDialog({ control, from, onClose }: SheetDialogProps) {
  const [plan, setPlan] = useState<SheetPlan | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [text, setText] = useState('');
  const typed = parseTable(text);
  const count =
    plan?.lines.length ?? typed.length - (matchHeader(typed[0] ?? [], control.host.columns) === null ? 0 : 1);
  const finish = (taken: SheetPlan): void => {
    taken.take();
    onClose();
  };
  /** A pasted text without errors goes in at once; anything doubtful is shown first. */
  const takeText = async (): Promise<void> => {
    const read = await control.host.plan(typed);
    if (read.faults.size === 0 && read.refused === null) finish(read);
    else setPlan(read);
  };
  const read = async (cells: readonly (readonly string[])[] | string): Promise<void> => {
    if (typeof cells === 'string') setTrouble(cells);
    else setPlan(await control.host.plan(cells));
  };
  const work = (task: () => Promise<void>): void => {
    setBusy(true);
    setTrouble(null);
    task()
      .catch(() => setTrouble('没有连上服务器，请重试'))
      .finally(() => setBusy(false));
  };
  const refused = trouble ?? plan?.refused ?? null;
  return (
    <Modal
      open
      title={from === 'file' ? '从Excel文件导入' : '从Excel粘贴'}
      width={plan === null ? 640 : 960}
      maskClosable={false}
      okText={count > 0 ? `加入 ${count} 行` : '加入'}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: count <= 0 || (plan !== null && plan.refused !== null) }}
      onOk={() => {
        if (plan === null) work(takeText);
        else finish(plan);
      }}
      onCancel={onClose}
    >
      {plan !== null ? (
        <Preview plan={plan} />
      ) : from === 'file' ? (
        <FileBox busy={busy} onFile={(file) => work(async () => read(await readWorkbook(file)))} />
      ) : (
        <TextBox text={text} onText={setText} />
      )}
      {refused !== null && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </Modal>
  );
}

function TextBox({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const box = useRef<TextAreaRef>(null);
  useFirstFocus(box);
  return (
    <Input.TextArea
      ref={box}
      rows={10}
      value={text}
      placeholder="在Excel中复制后粘贴到这里；首行是列名时按列名对应"
      onChange={(event) => onText(event.target.value)}
    />
  );
}

function FileBox({ busy, onFile }: { readonly busy: boolean; readonly onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  return (
    <label
      className={styles.drop}
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      <InboxOutlined />
      <span>{busy ? '正在读取…' : '把 .xlsx 文件拖到这里，或点击选择'}</span>
      <small>首行是列名；最多 5 MB，只读第一张表</small>
      <input
        type="file"
        accept=".xlsx"
        aria-label="选择文件"
        disabled={busy}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) onFile(file);
          event.target.value = '';
        }}
      />
    </label>
  );
}

const SHOWN = 200;

function Preview({ plan }: { readonly plan: SheetPlan }) {
  const [wrongOnly, setWrongOnly] = useState(false);
  const wrong = new Set([...plan.faults.keys()].map((key) => Number(key.split(' ')[0])));
  const lines = plan.lines.map((line, n) => ({ line, n })).filter(({ n }) => !wrongOnly || wrong.has(n));
  return (
    <>
      <div className={styles.facts}>
        <b>共 {plan.lines.length} 行</b>
        {plan.faults.size > 0 && (
          <span className={styles.bad}>{plan.faults.size} 个单元格读不出来，加入后留空并标红</span>
        )}
        {plan.unmatched.length > 0 && <span className={styles.doubt}>没有对应的列：{plan.unmatched.join('、')}</span>}
        <span className={styles.grow} />
        {wrong.size > 0 && (
          <span className={styles.only}>
            <Switch size="small" checked={wrongOnly} onChange={setWrongOnly} aria-label="只看有误的行" /> 只看有误的行
          </span>
        )}
      </div>
      <div className={styles.frame}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th>行</th>
              {plan.heads.map((head, c) => (
                // columns of a sheet have no other name than their place
                <th key={`${c} ${head.title}`} data-kept={head.column === null || head.kept ? '' : undefined}>
                  {head.column ?? head.title}
                  <small>{head.column === null ? '无对应列' : head.kept ? '不可填写' : ''}</small>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map(({ line, n }) => (
              <tr key={n}>
                <td>{n + 1}</td>
                {plan.heads.map((head, c) => (
                  <td
                    key={`${c} ${head.title}`}
                    data-bad={plan.faults.has(`${n} ${c}`) ? '' : undefined}
                    title={plan.faults.get(`${n} ${c}`)}
                  >
                    {line[c] ?? ''}
                    {plan.faults.has(`${n} ${c}`) && <small>{plan.faults.get(`${n} ${c}`)}</small>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > SHOWN && <p className={styles.more}>只列出前 {SHOWN} 行</p>}
    </>
  );
}
