/** The items of a dictionary: a grid with where each code is used, a page at a time; lines of a sheet are pasted. */
import { Input, Pagination } from 'antd';
import { type ClipboardEvent, useMemo, useState } from 'react';
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
  const { query, setQuery, page, setPage, found, shown } = usePages(dict, items);
  const usesOf = useDictUses(seat, dict, shown);
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
        {items.length > PAGE && (
          <Input.Search
            size="small"
            allowClear
            className={styles.find ?? ''}
            value={query}
            placeholder="搜索编码或名称"
            aria-label="搜索选项"
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
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
          {shown.map((item) => (
            <DictRow
              key={item.code}
              seat={seat}
              dict={dict}
              item={item}
              uses={usesOf(item.code)}
              isFirst={item === items[0]}
              isLast={item === items.at(-1)}
            />
          ))}
          {!isClosed && <NewDictRow seat={seat} dict={dict} onAdded={() => setPage(LAST)} />}
        </tbody>
      </table>
      {found > PAGE && (
        <Pagination
          size="small"
          align="center"
          className={styles.turn ?? ''}
          showSizeChanger={false}
          pageSize={PAGE}
          total={found}
          current={page}
          onChange={setPage}
        />
      )}
      {!isClosed && <p className={styles.hint}>可从 Excel 复制两列（编码、名称）或一列名称，在这里按 Ctrl+V 粘贴。</p>}
    </section>
  );
};

/** Each row is seven inputs, and where its code is used a walk through all documents: a page of them is drawn. */
const PAGE = 50;
const LAST = Number.MAX_SAFE_INTEGER;

function usePages(dict: string, items: readonly DictItemDoc[]) {
  const [at, setAt] = useState({ dict, query: '', page: 1 });
  const { query, page } = at.dict === dict ? at : { query: '', page: 1 };
  const found = useMemo(() => {
    const words = query.trim().toLowerCase();
    return words === '' ? items : items.filter(({ code, title }) => `${code} ${title}`.toLowerCase().includes(words));
  }, [items, query]);
  const now = Math.min(page, Math.max(1, Math.ceil(found.length / PAGE)));
  const shown = useMemo(() => found.slice((now - 1) * PAGE, now * PAGE), [found, now]);
  return {
    query,
    setQuery: (text: string): void => setAt({ dict, query: text, page: 1 }),
    page: now,
    /** beyond the last it is the last */
    setPage: (to: number): void => setAt({ dict, query: to === LAST ? '' : query, page: to }),
    found: found.length,
    shown,
  };
}
