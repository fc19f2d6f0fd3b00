/** Ctrl+K: every page of the user's menus, found by name, by the directory above or by address; arrows and Enter. */
import { Modal } from 'antd';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Icon } from '../../runtime/page/Icon';
import type { MenuNode } from '../session/menus';
import type { SessionStore } from '../session/session';
import styles from './Palette.module.css';

interface Props {
  readonly session: SessionStore;
  readonly onOpen: (url: string, newWindow?: boolean) => void;
  readonly onClose: () => void;
}
interface Entry {
  readonly url: string;
  readonly name: string;
  readonly trail: string;
  readonly icon: string;
  readonly newWindow: boolean;
}
const SHOWN = 12;

export const Palette = ({ session, onOpen, onClose }: Props) => {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const entries = useMemo(
    () => [
      { url: '/home', name: '首页', trail: '', icon: 'home', newWindow: false },
      ...entriesOf(session.menus, [], ''),
    ],
    [session.menus],
  );
  const found = useMemo(() => search(entries, text).slice(0, SHOWN), [entries, text]);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      const entry = found[at];
      if (entry !== undefined) onOpen(entry.url, entry.newWindow);
    } else return;
    event.preventDefault();
  };
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
      afterOpenChange={(open) => open && input.current?.focus()}
      className={styles.dialog}
      classNames={{ content: styles.content ?? '' }}
      destroyOnHidden
    >
      <div className={styles.find}>
        <Icon name="search" />
        <input
          ref={input}
          value={text}
          placeholder="搜索页面"
          aria-label="搜索页面"
          aria-controls="palette"
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={handleKey}
        />
        <kbd>Esc</kbd>
      </div>
      <ul className={styles.list} id="palette">
        {found.map((entry, index) => (
          <li key={entry.url}>
            <button
              type="button"
              data-on={index === at || undefined}
              onPointerMove={() => setAt(index)}
              onClick={() => onOpen(entry.url, entry.newWindow)}
            >
              <Icon name={entry.icon} />
              <span>{entry.name}</span>
              <small>{entry.trail}</small>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={styles.none}>没有叫「{text}」的页面</li>}
      </ul>
    </Modal>
  );
};

const entriesOf = (nodes: readonly MenuNode[], trail: readonly string[], icon: string): readonly Entry[] =>
  nodes.flatMap((node) => {
    const own = node.icon || icon || 'doc';
    const self =
      node.url === null
        ? []
        : [{ url: node.url, name: node.name, trail: trail.join(' / '), icon: own, newWindow: node.newWindow }];
    return [...self, ...entriesOf(node.children, [...trail, node.name], own)];
  });

/** names that start with the text first, then names that hold it, then directory or address */
const search = (entries: readonly Entry[], text: string): readonly Entry[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return entries;
  const rank = (entry: Entry): number => {
    const name = entry.name.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return entry.trail.toLowerCase().includes(wanted) || entry.url.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return entries.filter((entry) => rank(entry) < 3).sort((a, b) => rank(a) - rank(b));
};
