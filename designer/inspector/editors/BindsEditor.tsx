/** Which documents a flow takes: conditions tried in the order of their priority, or all that no other flow took. */
import { InputNumber, Switch } from 'antd';
import { useMemo, useState } from 'react';
import { Icon } from '../../../runtime/page/index';
import { BOOL } from '../../../schemas/language/expr/types';
import type { FlowBindDoc } from '../../../schemas/language/flow/document';
import { flowTypes } from '../../../schemas/language/flow/names';
import type { Json } from '../../../schemas/language/value';
import { ConditionDialog, ExpressionEditor, type Place } from '../../expression/index';
import { useInspecting } from '../context';
import styles from '../inspector.module.css';
import type { EditorProps } from './props';

export const BindsEditor = ({ title, value, disabled, onChange }: EditorProps) => {
  const { doc, library, page, sample } = useInspecting();
  const [building, setBuilding] = useState<number>();
  const list = Array.isArray(value) ? (value as unknown as readonly FlowBindDoc[]) : [];
  const type = library.objects.get(String(doc.object))?.type;
  const place = useMemo<Place | undefined>(
    () => (type === undefined ? undefined : { env: flowTypes(type, library.types), want: BOOL }),
    [type, library],
  );
  const write = (next: readonly FlowBindDoc[]): void =>
    onChange(next.length === 0 ? undefined : (JSON.parse(JSON.stringify(next)) as Json));
  const set = (i: number, bind: FlowBindDoc): void => write(list.with(i, bind));
  const condition = (i: number, when: string): void => {
    const { when: _was, ...rest } = list[i] ?? {};
    set(i, when === '' ? rest : { when, ...rest });
  };
  const isDefault = list.some((bind) => bind.default === true);
  return (
    <div className={styles.pairs}>
      {list.map((bind, i) =>
        bind.default === true ? null : (
          <div key={i} className={styles.source}>
            {place !== undefined && (
              <ExpressionEditor
                label={`条件${i + 1}`}
                value={bind.when ?? ''}
                form="expr"
                place={place}
                hint="条件，如 amount > 100000"
                sample={sample}
                onCommit={(text) => condition(i, text)}
              />
            )}
            <div className={styles.pair}>
              <InputNumber
                value={bind.priority ?? null}
                precision={0}
                placeholder="0"
                prefix="优先级"
                disabled={disabled}
                aria-label={`条件${i + 1}的优先级`}
                onChange={(priority) => {
                  const { priority: _was, ...rest } = bind;
                  set(i, priority === null || priority === 0 ? rest : { ...rest, priority });
                }}
              />
              {page !== undefined && place !== undefined && !disabled && (
                <button type="button" className={styles.link} onClick={() => setBuilding(i)}>
                  点选条件
                </button>
              )}
              {!disabled && (
                <button
                  type="button"
                  className={styles.icon}
                  aria-label={`移除条件${i + 1}`}
                  onClick={() => write(list.toSpliced(i, 1))}
                >
                  <Icon name="close" />
                </button>
              )}
            </div>
          </div>
        ),
      )}
      {!disabled && (
        <button type="button" className={styles.link} onClick={() => write([...list, { when: 'true' }])}>
          + 条件
        </button>
      )}
      <label className={styles.pair}>
        <Switch
          size="small"
          checked={isDefault}
          disabled={disabled}
          onChange={(on) => write(on ? [...list, { default: true }] : list.filter((bind) => bind.default !== true))}
        />
        其他流程都不适用时走这个流程
      </label>
      {building !== undefined && page !== undefined && place !== undefined && (
        <ConditionDialog
          page={page}
          place={place}
          title={`${title}：条件`}
          text={list[building]?.when ?? ''}
          onApply={(text) => condition(building, text)}
          onClose={() => setBuilding(undefined)}
        />
      )}
    </div>
  );
};
