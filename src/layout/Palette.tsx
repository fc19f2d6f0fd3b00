/**
 * Ctrl+K and 扫码: pages of the user's menus, new documents, and records by number, name or scanned code (look.md, Shell); arrows and
 * Enter. A scanner types its code and Enter before anything was found: then it is asked for at once.
 */
import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../runtime/page/Icon';
import type { FoundRecord } from '../../schemas/language/home/wire';
import type { SessionStore } from '../session/session';
import styles from './Palette.module.css';
import { addEntries, type Entry, matching, pageEntries } from './palette-entries';
import { findEntered, useFound } from './use-found';

interface Props {
  readonly session: SessionStore;
  /** it was opened to scan */
  readonly scans: boolean;
  readonly onOpen: (url: string, newWindow?: boolean) => void;
  readonly onClose: () => void;
}
const PAGES = 12;
const ADDS = 4;
const SEARCH = '搜索页面、单号、物料';

export const Palette = ({ session, scans, onOpen, onClose }: Props) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** what was entered and is looked for: an answer to anything else comes too late */
  const [entered, setEntered] = useState<string | null>(null);
  const latest = useRef<string | null>(null);
  useEffect(
    () => () => {
      // closed: no answer opens anything any more
      latest.current = null;
    },
    [],
  );
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const known = useMemo(() => ({ pages: pageEntries(session), adds: addEntries(session) }), [session]);
  const { records, isAsking, error } = useFound(text);
  const groups = useMemo(() => {
    const isEmpty = text.trim() === '';
    return [
      // who scans wants a thing, no page
      { title: '页面', entries: scans && isEmpty ? [] : matching(known.pages, text).slice(0, PAGES) },
      { title: '新增', entries: isEmpty ? [] : matching(known.adds, text).slice(0, ADDS) },
      { title: '单据与档案', entries: records.flatMap((record) => entryOf(session, record) ?? []) },
    ].filter(({ entries }) => entries.length > 0);
  }, [known, text, records, scans, session]);
  const shown = groups.flatMap(({ entries }) => entries);

  const open = (entry: Entry | undefined): void => {
    if (entry !== undefined) onOpen(entry.url, entry.newWindow);
  };
  const handleEnter = async (): Promise<void> => {
    const entry = shown[at];
    const wanted = text.trim();
    // what is offered may be of what was typed before
    const isOld = isAsking && records.some((record) => entry?.url === session.recordUrl(record.page, record.id));
    if (wanted === '' || (entry !== undefined && !isOld)) return open(entry);
    look(wanted);
    // the next scan replaces this one, also while this one is looked for
    input.current?.select();
    try {
      const [first] = await findEntered(wanted);
      if (latest.current !== wanted) return;
      const found = first === undefined ? undefined : entryOf(session, first);
      if (found !== undefined && first?.isExact === true) open(found);
      else if (found === undefined) setRefusal(`没有找到「${wanted}」`);
    } catch (cause) {
      if (latest.current !== wanted) return;
      setRefusal(cause instanceof Error ? cause.message : '搜索失败，请重试');
    }
    look(null);
  };
  const look = (wanted: string | null): void => {
    latest.current = wanted;
    setEntered(wanted);
  };
  const move = (to: number): void => {
    setAt(to);
    list.current?.querySelectorAll('button')[to]?.scrollIntoView({ block: 'nearest' });
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') move(Math.min(at + 1, shown.length - 1));
    else if (event.key === 'ArrowUp') move(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) void handleEnter();
    else return;
    event.preventDefault();
  };
  const said = refusal ?? error?.message ?? emptyText(text, isAsking || entered !== null, scans);
  let index = 0;
  return (
    <Modal
      open
      footer={null}
      closable={false}
      width="46.6667rem"
      onCancel={onClose}
      transitionName=""
      maskTransitionName=""
      // the dialog exists to be typed into
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
      className={styles.dialog}
      classNames={{ content: styles.content ?? '' }}
      destroyOnHidden
    >
      <div className={styles.find}>
        <Icon name={scans ? 'scan' : 'search'} />
        <input
          ref={input}
          value={text}
          placeholder={scans ? '请扫码，或输入编号后按回车' : SEARCH}
          aria-label={scans ? '扫码' : '搜索'}
          aria-controls="palette"
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
            setRefusal(null);
            look(null);
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <ul className={styles.list} id="palette" ref={list} aria-busy={isAsking || entered !== null}>
        {groups.map(({ title, entries }) => (
          <li key={title} className={styles.group}>
            <h3>{title}</h3>
            <ul>
              {entries.map((entry) => {
                const own = index++;
                return (
                  <li key={entry.key}>
                    <button
                      type="button"
                      data-on={own === at || undefined}
                      onPointerMove={() => setAt(own)}
                      onClick={() => open(entry)}
                    >
                      <Icon name={entry.icon} />
                      <span>{entry.name}</span>
                      <small>{entry.trail}</small>
                    </button>
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
        {(refusal !== null || error !== null || shown.length === 0) && (
          <li className={styles.none} role="status">
            {said}
          </li>
        )}
      </ul>
    </Modal>
  );
};

const entryOf = (session: SessionStore, { page, id, label, title }: FoundRecord): Entry | undefined => {
  const url = session.recordUrl(page, id);
  return url === undefined ? undefined : { key: `${page} ${id}`, url, name: label, trail: title, icon: 'doc' };
};

const emptyText = (text: string, isAsking: boolean, scans: boolean): string => {
  if (text.trim() === '')
    return scans ? '扫物料、批次、设备、人员或单据上的码，直接打开它' : '输入页面名称、单号或物料';
  return isAsking ? '正在查找…' : `没有找到「${text.trim()}」`;
};
