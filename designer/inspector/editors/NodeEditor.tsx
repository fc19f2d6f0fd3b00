/** A node inside a node: its keys stand below, once it is opened. */
import { useMemo, useState } from 'react';
import { isNode } from '../../../schemas/language/resolve/merge';
import { useInspecting } from '../context';
import styles from '../inspector.module.css';
import { keyGroups } from '../keys';
import type { EditorProps } from './props';
import { useEditors } from './recursion';

export const NodeEditor = ({ address, title, value, onChange, disabled }: EditorProps) => {
  const { Line } = useEditors();
  const { doc, library } = useInspecting();
  const written = isNode(value) ? Object.keys(value).length : 0;
  const [open, setOpen] = useState(written > 0);
  const rows = useMemo(
    () => (open ? keyGroups(doc, library, [address]).flatMap((group) => group.rows) : []),
    [open, doc, library, address],
  );
  return (
    <div className={styles.node}>
      <div className={styles.nodeHead}>
        <button type="button" className={styles.link} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : written > 0 ? `已设 ${written} 项` : '设置'}
        </button>
        {open && written > 0 && !disabled && (
          <button type="button" className={styles.link} aria-label={`清除${title}`} onClick={() => onChange(undefined)}>
            清除
          </button>
        )}
      </div>
      {open && rows.map((row) => <Line key={row.key} row={row} inner />)}
    </div>
  );
};
