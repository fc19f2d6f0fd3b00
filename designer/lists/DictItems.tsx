/** The items of a dictionary: a grid with where each code is used; lines of a sheet are pasted. */
import { Button, Input, Select, Switch } from 'antd';
import { type ClipboardEvent, useEffect, useMemo, useState } from 'react';
import type { DictItemDoc } from '../../schemas/language/document';
import { isNode } from '../../schemas/language/resolve/merge';
import { TONE_WORDS } from '../../schemas/language/sorts/texts/common';
import { joinAddress } from '../../schemas/language/steps/index';
import type { CodeUsage } from '../../schemas/language/wire-design';
import { addItem, moveBy, pasteItems, recodeItem, removeItem, setItem } from '../commands/index';
import { designClient } from '../data/client';
import type { Seat } from '../desk/seat';
import { TypedField } from '../parts/TypedField';
import { useTyped } from '../parts/use-typed';
import { usesOfCode } from '../rules/code-uses';
import { Act } from './Act';
import styles from './lists.module.css';

const TONES = Object.entries(TONE_WORDS).map(([value, label]) => ({ value, label }));
export const itemsOf = (node: unknown): readonly DictItemDoc[] =>
  isNode(node) && Array.isArray(node.items) ? (node.items as DictItemDoc[]) : [];

interface ItemsProps {
  readonly seat: Seat;
  readonly dict: string;
  readonly title: string;
  readonly items: readonly DictItemDoc[];
}
export const DictItems = ({ seat, dict, title, items }: ItemsProps) => {
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const usage = useUsage(dict, seat.view.open?.fresh === true);
  const { state } = seat.desk.store;
  const isClosed = seat.view.readonly !== undefined;
  const used = useMemo(
    () => new Map(items.map((item) => [item.code, usesOfCode(state, dict, item.code)])),
    [items, state, dict],
  );
  const rowsOf = (text: string): number =>
    (usage ?? []).filter((item) => item.code === text).reduce((sum, item) => sum + item.rows, 0);
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
                      .filter((usage) => usage.code === item.code)
                      .map((usage) => `${usage.place} ${usage.rows} 条`),
                    ...named.map((use) => use.phrase),
                  ].join('\n')}
                >
                  {usage === undefined
                    ? '…'
                    : rows === 0 && named.length === 0
                      ? '—'
                      : [rows > 0 ? `${rows} 条` : '', named.length > 0 ? `${named.length} 处` : '']
                          .filter((text) => text !== '')
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
          {!isClosed && (
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
          )}
        </tbody>
      </table>
      {!isClosed && <p className={styles.hint}>可从 Excel 复制两列（编码、名称）或一列名称，在这里按 Ctrl+V 粘贴。</p>}
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
  const typed = useTyped(value, (to) => {
    if (!onDone(to.trim())) typed.back();
  });
  const commit = (): void => typed.commit(typed.read().trim());
  return (
    <TypedField label={label} typed={typed} say={(text) => text}>
      <Input
        size="small"
        variant="borderless"
        aria-label={label}
        value={typed.now}
        maxLength={60}
        onChange={(event) => typed.type(event.target.value)}
        onBlur={commit}
        onPressEnter={(event) => event.currentTarget.blur()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') typed.back();
        }}
      />
    </TypedField>
  );
};
