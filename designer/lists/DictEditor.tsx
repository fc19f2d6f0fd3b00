/** Dictionaries of an app: the items of one as a grid, with where each code is used; lines of a sheet are pasted. */
import { Button, Input, Select, Switch } from 'antd';
import { type ClipboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { DictItemDoc } from '../../schemas/language/document';
import { segmentsOf } from '../../schemas/language/resolve/address';
import { isNode } from '../../schemas/language/resolve/merge';
import { TONE_WORDS } from '../../schemas/language/sorts/texts/common';
import { joinAddress, valueAt } from '../../schemas/language/steps/index';
import type { CodeUsage } from '../../schemas/language/wire-design';
import {
  addDictionary,
  addItem,
  moveBy,
  pasteItems,
  recodeItem,
  removeDict,
  removeItem,
  setItem,
} from '../commands/index';
import { designClient } from '../data/client';
import { Glyph } from '../Glyph';
import { usesOfCode, usesOfDict } from '../rules/code-uses';
import { LeftPanel } from '../workspace/LeftPanel';
import type { Seat } from '../workspace/seat';
import { TitlePrompt } from '../workspace/TitlePrompt';
import { Act } from './Act';
import styles from './lists.module.css';
import { ListFrame } from './Panel';

const TABS = [{ code: 'dicts' as const, title: '字典', hint: '搜索字典' }];
const HIDDEN: ReadonlySet<string> = new Set(['items']);
const TONES = Object.entries(TONE_WORDS).map(([value, label]) => ({ value, label }));

export const DictEditor = ({ seat }: { readonly seat: Seat }) => {
  const { desk, view } = seat;
  const dicts = isNode(view.doc.dicts) ? view.doc.dicts : {};
  const named = segmentsOf(view.selection[0] ?? '')[1];
  const last = useRef('');
  const there = [named, last.current].find((one) => one !== undefined && Object.hasOwn(dicts, one));
  // what clears the selection (undo, Escape) does not leave the dictionary one works on
  const dict = there ?? Object.keys(dicts)[0] ?? '';
  last.current = dict;
  const [making, setMaking] = useState(false);
  const at = joinAddress('dicts', dict);
  const titleOf = (code: string): string => {
    const node = dicts[code];
    return isNode(node) && typeof node.title === 'string' ? node.title : code;
  };
  const uses = useMemo(() => usesOfDict(desk.store.state, dict), [desk.store.state, dict]);
  return (
    <ListFrame
      seat={seat}
      address={at}
      without={HIDDEN}
      card={
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
            uses.slice(0, 8).map((one) => <p key={one.phrase}>{one.phrase}</p>)
          )}
          {uses.length > 8 && <p>等 {uses.length} 处</p>}
        </section>
      }
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
              <button type="button" onClick={() => setMaking(true)}>
                <Glyph name="plus" />
                <span>新增字典</span>
              </button>
            </div>
          )}
        </LeftPanel>
      }
    >
      <Items key={dict} seat={seat} dict={dict} title={titleOf(dict)} items={itemsOf(valueAt(view.doc, at))} />
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
            const items = (of.items ?? '').split(/[,，、;；\s]+/).filter((one) => one !== '');
            const made = items.map((one, n) => ({ code: String((n + 1) * 10), title: one }));
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
const itemsOf = (node: unknown): readonly DictItemDoc[] =>
  isNode(node) && Array.isArray(node.items) ? (node.items as DictItemDoc[]) : [];

interface ItemsProps {
  readonly seat: Seat;
  readonly dict: string;
  readonly title: string;
  readonly items: readonly DictItemDoc[];
}
const Items = ({ seat, dict, title, items }: ItemsProps) => {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const usage = useUsage(dict, seat.view.open?.fresh === true);
  const { state } = seat.desk.store;
  const used = useMemo(
    () => new Map(items.map((item) => [item.code, usesOfCode(state, dict, item.code)])),
    [items, state, dict],
  );
  const rowsOf = (one: string): number =>
    (usage ?? []).filter((item) => item.code === one).reduce((sum, item) => sum + item.rows, 0);
  const add = (): void => {
    if (seat.run(addItem, { dict, code: code.trim(), title: name })) {
      setCode('');
      setName('');
    }
  };
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
          {items.map((item, n) => {
            const rows = rowsOf(item.code);
            const named = used.get(item.code) ?? [];
            return (
              <tr key={item.code} data-item={item.code} data-off={item.off === true ? '' : undefined}>
                <td>
                  <Typed
                    value={item.code}
                    label={`${item.title}的编码`}
                    onDone={(to) => seat.run(recodeItem, { dict, code: item.code, to, rows })}
                  />
                </td>
                <td>
                  <Typed
                    value={item.title}
                    label={`${item.code}的名称`}
                    onDone={(to) => seat.run(setItem, { dict, code: item.code, key: 'title', to })}
                  />
                </td>
                <td>
                  <Select
                    size="small"
                    variant="borderless"
                    allowClear
                    placeholder="无"
                    aria-label={`${item.title}的颜色`}
                    style={{ width: '100%' }}
                    value={item.tone ?? null}
                    options={TONES}
                    onChange={(to: string | undefined) =>
                      seat.run(setItem, { dict, code: item.code, key: 'tone', ...(to === undefined ? {} : { to }) })
                    }
                  />
                </td>
                <td>
                  <Switch
                    size="small"
                    aria-label={`${item.title}默认`}
                    checked={item.default === true}
                    onChange={(on) =>
                      seat.run(setItem, { dict, code: item.code, key: 'default', ...(on ? { to: true } : {}) })
                    }
                  />
                </td>
                <td>
                  <Switch
                    size="small"
                    aria-label={`${item.title}停用`}
                    checked={item.off === true}
                    onChange={(on) =>
                      seat.run(setItem, { dict, code: item.code, key: 'off', ...(on ? { to: true } : {}) })
                    }
                  />
                </td>
                <td
                  title={[
                    ...(usage ?? [])
                      .filter((one) => one.code === item.code)
                      .map((one) => `${one.place} ${one.rows} 条`),
                    ...named.map((one) => one.phrase),
                  ].join('\n')}
                >
                  {usage === undefined
                    ? '…'
                    : rows === 0 && named.length === 0
                      ? '—'
                      : [rows > 0 ? `${rows} 条` : '', named.length > 0 ? `${named.length} 处` : '']
                          .filter((one) => one !== '')
                          .join('，')}
                </td>
                <td>
                  <Act
                    label={`上移${item.title}`}
                    icon="up"
                    disabled={n === 0}
                    onClick={() => seat.run(moveBy, { address: itemAt(dict, item.code), by: -1 })}
                  />
                  <Act
                    label={`下移${item.title}`}
                    icon="down"
                    disabled={n === items.length - 1}
                    onClick={() => seat.run(moveBy, { address: itemAt(dict, item.code), by: 1 })}
                  />
                  <Act
                    label={`移除${item.title}`}
                    icon="trash"
                    onClick={() => seat.run(removeItem, { dict, code: item.code, rows })}
                  />
                </td>
              </tr>
            );
          })}
          <tr>
            <td>
              <Input
                size="small"
                value={code}
                placeholder="编码"
                aria-label="新选项的编码"
                onChange={(event) => setCode(event.target.value)}
                onPressEnter={add}
              />
            </td>
            <td>
              <Input
                size="small"
                value={name}
                placeholder="名称"
                aria-label="新选项的名称"
                onChange={(event) => setName(event.target.value)}
                onPressEnter={add}
              />
            </td>
            <td colSpan={5}>
              <Button size="small" disabled={code.trim() === '' || name.trim() === ''} onClick={add}>
                添加
              </Button>
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.hint}>可从 Excel 复制两列（编码、名称）或一列名称，在这里按 Ctrl+V 粘贴。</p>
    </section>
  );
};
const itemAt = (dict: string, code: string): string => joinAddress(`${joinAddress('dicts', dict)}.items`, code);

/** Records by code; what was never published is in none. */
function useUsage(dict: string, fresh: boolean): readonly CodeUsage[] | undefined {
  const [usage, setUsage] = useState<readonly CodeUsage[]>();
  useEffect(() => {
    let gone = false;
    if (dict === '' || fresh) {
      setUsage([]);
      return;
    }
    setUsage(undefined);
    designClient.usage(dict).then(
      (found) => !gone && setUsage(found),
      () => !gone && setUsage([]),
    );
    return () => {
      gone = true;
    };
  }, [dict, fresh]);
  return usage;
}

/** A cell that is written when it is left. */
const Typed = ({
  value,
  label,
  onDone,
}: {
  readonly value: string;
  readonly label: string;
  readonly onDone: (to: string) => boolean;
}) => {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const commit = (): void => {
    if (text.trim() === value) setText(value);
    else if (!onDone(text.trim())) setText(value);
  };
  return (
    <Input
      size="small"
      variant="borderless"
      aria-label={label}
      value={text}
      maxLength={60}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onPressEnter={(event) => event.currentTarget.blur()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(value);
      }}
    />
  );
};
