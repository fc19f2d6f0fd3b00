/** Definitions and placements as a list: open one, add, take out, move with the arrow keys. */
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { Icon } from '../../../runtime/page/index';
import type { SortId } from '../../../schemas/language/sorts/table';
import { SORT_TITLES } from '../../../schemas/language/sorts/texts/index';
import { joinAddress, type Step } from '../../../schemas/language/steps/index';
import { fieldOptions } from '../choices';
import { useInspecting } from '../context';
import { addSteps, entriesOf, freeCode, moveSteps, removeSteps } from '../entries';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';

const SHOWN = 8;

export const EntriesEditor = (props: EditorProps & { readonly of: SortId; readonly placed: boolean }) => {
  const { doc, library, onSteps, onSelect } = useInspecting();
  const { address, node, sort, name, title, base, disabled, of, placed } = props;
  // a part is called after its place: a tab, a group
  const one = of === 'part' ? title : SORT_TITLES[of];
  const [all, setAll] = useState(false);
  const entries = useMemo(() => entriesOf(doc, library, address, of, base), [doc, library, address, of, base]);
  const options = useMemo(
    () => (placed ? fieldOptions({ doc, library, address: node, sort: of, key: name }) : []),
    [placed, doc, library, node, of, name],
  );
  const run = (steps: readonly Step[]): void => {
    if (steps.length > 0) onSteps(steps, `${address}:entries`);
  };
  const add = (code: string): void => {
    run(addSteps(doc, address, of, code));
    if (!placed) onSelect(joinAddress(address, code));
  };
  const shown = all ? entries : entries.slice(0, SHOWN);
  const handleKey = (event: React.KeyboardEvent, code: string): void => {
    if (disabled) return;
    const at = joinAddress(address, code);
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      run(moveSteps(doc, at, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Delete') run(removeSteps(doc, at));
  };
  return (
    <div className={styles.entries}>
      {entries.length > 0 && (
        <ul aria-label={title}>
          {shown.map((entry) => (
            <li key={entry.code} data-own={entry.own} data-off={entry.off || undefined}>
              <button
                type="button"
                className={styles.entry}
                title={`${entry.code}${entry.own ? '' : ' · 来自区块'}${entry.off ? ' · 已停用' : ''}`}
                onClick={() => onSelect(joinAddress(address, entry.code))}
                onKeyDown={(event) => handleKey(event, entry.code)}
              >
                {entry.title}
                {entry.off && <small>已停用</small>}
              </button>
              {!disabled && !entry.off && !entry.code.startsWith('$') && (
                <button
                  type="button"
                  className={styles.icon}
                  tabIndex={-1}
                  aria-label={`${entry.own ? '删除' : '停用'}${entry.title}`}
                  onClick={() => run(removeSteps(doc, joinAddress(address, entry.code)))}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {entries.length > SHOWN && (
        <button type="button" className={styles.link} onClick={() => setAll(!all)}>
          {all ? '收起' : `全部 ${entries.length} 项`}
        </button>
      )}
      {!disabled && placed && (
        // the list stays open: one usually adds several
        <Select
          mode="multiple"
          value={[]}
          options={options
            .filter((option) => !entries.some((entry) => entry.code === option.value))
            .map(({ value, label }) => ({ value, label }))}
          placeholder={`添加${SORT_TITLES[of]}…`}
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          aria-label={`${title}：添加`}
          onSelect={(code: string) => add(code)}
        />
      )}
      {!disabled && !placed && (
        <button
          type="button"
          className={styles.link}
          aria-label={`${title}：添加${one}`}
          data-sort={sort}
          onClick={() =>
            add(
              freeCode(
                entries.map((entry) => entry.code),
                of,
              ),
            )
          }
        >
          + {one}
        </button>
      )}
    </div>
  );
};
