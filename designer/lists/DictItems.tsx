/** The items of a dictionary: a grid with where each code is used; lines of a sheet are pasted. */
import type { ClipboardEvent } from 'react';
import type { DictItemDoc } from '../../schemas/language/document';
import { isNode } from '../../schemas/language/resolve/merge';
import { pasteItems } from '../commands/index';
import type { Seat } from '../desk/seat';
import { DictRow, NewDictRow } from './DictRow';
import styles from './lists.module.css';
import { useDictUses } from './use-dict-uses';

export const itemsOf = (node: unknown): readonly DictItemDoc[] =>
  isNode(node) && Array.isArray(node.items) ? (node.items as DictItemDoc[]) : [];

interface ItemsProps {
  readonly seat: Seat;
  readonly dict: string;
  readonly title: string;
  readonly items: readonly DictItemDoc[];
}
export const DictItems = ({ seat, dict, title, items }: ItemsProps) => {
  const usesOf = useDictUses(seat, dict, items);
  const isClosed = seat.view.readonly !== undefined;
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text/plain');
    // one value goes into the field it is pasted into
    if (!/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    seat.run(pasteItems, { dict, text });
  };
  return (
    <section className={styles.sheet} aria-label={title} onPaste={paste}>
      <header>
        <h2>{title}</h2>
        <small className={styles.count}>
          {dict}，{items.length} 项
        </small>
      </header>
      <table>
        <thead>
          <tr>
            <th scope="col">编码</th>
            <th scope="col">名称</th>
            <th scope="col">颜色</th>
            <th scope="col">默认</th>
            <th scope="col">停用</th>
            <th scope="col">在用</th>
            <th scope="col" aria-label="操作" />
          </tr>
        </thead>
        <tbody>
          {items.map((item, n) => (
            <DictRow
              key={item.code}
              seat={seat}
              dict={dict}
              item={item}
              uses={usesOf(item.code)}
              isFirst={n === 0}
              isLast={n === items.length - 1}
            />
          ))}
          {!isClosed && <NewDictRow seat={seat} dict={dict} />}
        </tbody>
      </table>
      {!isClosed && <p className={styles.hint}>可从 Excel 复制两列（编码、名称）或一列名称，在这里按 Ctrl+V 粘贴。</p>}
    </section>
  );
};
