/** Dictionaries of an app: which there are and where each is used; the items of the chosen one. */
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { isNode } from '../../schemas/language/resolve/merge';
import { joinAddress, valueAt } from '../../schemas/language/steps/index';
import { addDictionary, removeDict } from '../commands/index';
import { LeftPanel } from '../desk/LeftPanel';
import type { Seat } from '../desk/seat';
import { Glyph } from '../Glyph';
import { usesOfDict } from '../rules/code-uses';
import { TitlePrompt } from '../workspace/TitlePrompt';
import { DictItems, itemsOf } from './DictItems';
import styles from './lists.module.css';
import { ListFrame } from './Panel';

const TABS = [{ code: 'dicts' as const, title: '字典', hint: '搜索字典' }];
const HIDDEN: ReadonlySet<string> = new Set(['items']);

export const DictEditor = ({ seat }: { readonly seat: Seat }) => {
  const { desk, view } = seat;
  const dicts = isNode(view.doc.dicts) ? view.doc.dicts : {};
  const named = segmentsOf(view.selection[0] ?? '')[1];
  const last = useRef('');
  const there = [named, last.current].find((text) => text !== undefined && Object.hasOwn(dicts, text));
  // what clears the selection (undo, Escape) does not leave the dictionary one works on
  const dict = there ?? Object.keys(dicts)[0] ?? '';
  last.current = dict;
  const [making, setMaking] = useState(false);
  const at = joinAddress('dicts', dict);
  const titleOf = (code: string): string => {
    const node = dicts[code];
    return isNode(node) && typeof node.title === 'string' ? node.title : code;
  };
  return (
    <ListFrame
      seat={seat}
      address={at}
      without={HIDDEN}
      card={<DictUses seat={seat} dict={dict} />}
      left={
        <LeftPanel tab="dicts" onTab={() => undefined} tabs={TABS} search={seat.search}>
          {(query) => (
            <div className={styles.pages}>
              {Object.keys(dicts)
                .filter((code) => `${titleOf(code)} ${code}`.toLowerCase().includes(query.trim().toLowerCase()))
                .map((code) => (
                  <button
                    key={code}
                    type="button"
                    aria-current={code === dict}
                    onClick={() => desk.select([joinAddress('dicts', code)])}
                  >
                    <Glyph name="book" />
                    <span>{titleOf(code)}</span>
                    <em>{itemsOf(dicts[code]).length}</em>
                  </button>
                ))}
              {view.readonly === undefined && (
                <button type="button" onClick={() => setMaking(true)}>
                  <Glyph name="plus" />
                  <span>新增字典</span>
                </button>
              )}
            </div>
          )}
        </LeftPanel>
      }
    >
      <DictItems key={dict} seat={seat} dict={dict} title={titleOf(dict)} items={itemsOf(valueAt(view.doc, at))} />
      {making && (
        <TitlePrompt
          heading="新增字典"
          title="新字典"
          label="标题"
          lines={[{ key: 'items', label: '选项', hint: '用逗号隔开，如 待借出，借用中，已归还', needed: true }]}
          taken={new Set([...view.dicts.keys(), ...Object.keys(dicts)])}
          prefix="x"
          onCancel={() => setMaking(false)}
          onDone={({ title, code, of }) => {
            const items = (of.items ?? '').split(/[,，、;；\s]+/).filter((part) => part !== '');
            const made = items.map((item, n) => ({ code: String((n + 1) * 10), title: item }));
            if (seat.run(addDictionary, { document: view.open?.id ?? '', code, title, items: made })) {
              setMaking(false);
              desk.select([joinAddress('dicts', code)]);
            }
          }}
        />
      )}
    </ListFrame>
  );
};

/** Where a dictionary is used; what is used nowhere can go. */
const DictUses = ({ seat, dict }: { readonly seat: Seat; readonly dict: string }) => {
  const { state } = seat.desk.store;
  const uses = useMemo(() => usesOfDict(state, dict), [state, dict]);
  return (
    <section className={styles.card} aria-label="用在">
      <h3>用在</h3>
      {uses.length === 0 ? (
        <>
          <p>还没有字段用它。</p>
          <Button size="small" danger onClick={() => seat.run(removeDict, { dict })}>
            移除这个字典
          </Button>
        </>
      ) : (
        uses.slice(0, 8).map((use) => <p key={use.phrase}>{use.phrase}</p>)
      )}
      {uses.length > 8 && <p>等 {uses.length} 处</p>}
    </section>
  );
};
