/** One line that adds fields: their names, one or many; what each will be is said while it is typed. Enter puts them in place. */
import { Checkbox, Input } from 'antd';
import { useMemo, useState } from 'react';
import styles from './quick-add.module.css';
import { type Known, quickFields } from './quick-fields';

interface Props {
  readonly known: Known;
  /** they may stand in the list as well */
  readonly listable: boolean;
  /** nothing is there yet: it is typed at once */
  readonly first: boolean;
  readonly onAdd: (text: string, listed: boolean) => Promise<boolean>;
}

export const QuickAdd = ({ known, listable, first, onAdd }: Props) => {
  const [text, setText] = useState('');
  const [listed, setListed] = useState(true);
  const [busy, setBusy] = useState(false);
  const meant = useMemo(() => quickFields(text, known), [text, known]);
  const add = (): void => {
    if (busy || meant.length === 0) return;
    setBusy(true);
    void onAdd(text, listable && listed).then((done) => {
      setBusy(false);
      if (done) setText('');
    });
  };
  return (
    <section className={styles.quick} aria-label="快速添加">
      <Input
        autoFocus={first}
        value={text}
        readOnly={busy}
        placeholder="加字段：借用人、应还日期、数量"
        aria-label="加字段"
        onChange={(event) => setText(event.target.value)}
        onPressEnter={add}
      />
      {meant.length > 0 && (
        <p className={styles.meant} role="status">
          {meant.map(({ title, said }) => `${title}（${said}）`).join('、')}
          <small>回车添加。括号里可写类型、对象或选项，如 状态（待借出，借用中）；名称前加 * 为必填</small>
        </p>
      )}
      {listable && (
        <Checkbox checked={listed} onChange={(event) => setListed(event.target.checked)}>
          同时放入列表
        </Checkbox>
      )}
    </section>
  );
};
