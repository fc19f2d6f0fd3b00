/** Maps of values: what is set to what. Each line is a key of the map; a new line chooses its key first. */
import { Select } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '../../../runtime/page/index';
import { isNode } from '../../../schemas/language/resolve/merge';
import type { Shape as KeyShape } from '../../../schemas/language/sorts/table';
import { joinAddress } from '../../../schemas/language/steps/index';
import type { Json } from '../../../schemas/language/value';
import { TONED } from '../../parts/tones';
import { pairOptions } from '../choices';
import { useInspecting } from '../context';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';
import { useEditors } from './recursion';

type Pairs = { readonly [key: string]: Json };
const SUMMARY: KeyShape = { any: [{ words: ['sum', 'avg', 'min', 'max', 'count', 'service'] }, 'expr'] };

export const PairsEditor = (props: EditorProps & { readonly inner: KeyShape }) => {
  const { Shape } = useEditors();
  const { doc, library } = useInspecting();
  const { address, node, sort, name, title, value, base, disabled, onChange } = props;
  const inner = name === 'summary' ? SUMMARY : props.inner;
  const options = useMemo(
    () => pairOptions({ doc, library, address: node, sort, key: name }),
    [doc, library, node, sort, name],
  );
  const [fresh, setFresh] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const last = fresh.at(-1);
  // a key that was chosen waits for its value
  useEffect(() => {
    if (last === undefined) return;
    const line = box.current?.querySelector(`[data-fresh="${last}"]`);
    line?.querySelector<HTMLElement>('input, textarea, [contenteditable="true"]')?.focus();
  }, [last]);
  const written: Pairs = isNode(value) ? (value as Pairs) : {};
  const below: Pairs = isNode(base) ? (base as Pairs) : {};
  const keys = [...new Set([...Object.keys(below), ...Object.keys(written), ...fresh])];
  const set = (key: string, next: Json | undefined): void => {
    const { [key]: _old, ...rest } = written;
    const all =
      next === undefined ? rest : Object.hasOwn(written, key) ? { ...written, [key]: next } : { ...rest, [key]: next };
    setFresh(fresh.filter((text) => text !== key));
    onChange(Object.keys(all).length === 0 ? undefined : all);
  };
  const label = (key: string): string => options?.find((option) => option.value === key)?.label ?? key;
  return (
    <div className={styles.pairs} ref={box}>
      {keys.map((key) => (
        <div key={key} className={styles.pair} data-fresh={fresh.includes(key) ? key : undefined}>
          <span className={styles.pairKey} title={key}>
            {label(key)}
          </span>
          <div className={styles.grow}>
            <Shape
              {...props}
              address={joinAddress(address, key)}
              shape={inner}
              title={`${title}：${label(key)}`}
              value={written[key]}
              base={below[key]}
              onChange={(next) => set(key, next)}
            />
          </div>
          {(Object.hasOwn(written, key) || fresh.includes(key)) && (
            <button
              type="button"
              className={styles.icon}
              aria-label={`删除${label(key)}`}
              disabled={disabled}
              onClick={() => set(key, undefined)}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
      ))}
      {!disabled && (
        <Select
          value={null}
          {...(options === undefined ? { mode: 'tags' as const, value: [] } : {})}
          options={(options ?? [])
            .filter((option) => !keys.includes(option.value))
            .map(({ value: code, label: text }) => ({ value: code, label: text }))}
          placeholder={options === undefined ? '输入编码添加' : '添加…'}
          {...(name === 'tone' ? TONED : { showSearch: true, optionFilterProp: 'label' })}
          popupMatchSelectWidth={false}
          aria-label={`${title}：添加`}
          onChange={(next: string | string[] | null) => {
            const key = Array.isArray(next) ? next.at(-1) : next;
            if (typeof key !== 'string' || !CODE.test(key) || keys.includes(key)) return;
            // what is summed up is nearly always a sum
            if (name === 'summary') set(key, 'sum');
            else setFresh([...fresh, key]);
          }}
        />
      )}
    </div>
  );
};
const CODE = /^[A-Za-z$][A-Za-z0-9.]*$/;
