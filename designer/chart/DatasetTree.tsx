/** Datasets with their dims and measures: dragged onto a chart or a free cell, or put where something is chosen by a click. */
import { useState } from 'react';
import type { Dataset, DatasetField } from '../../schemas/language/wire-design';
import { Glyph } from '../Glyph';
import { useTaken } from '../parts/Dragging';
import styles from './chart.module.css';
import type { Datasets } from './datasets';

interface Props {
  readonly datasets: Datasets;
  readonly query: string;
  /** dataset of the chosen chart, open at once */
  readonly current: string | undefined;
  /** fields the chosen chart shows */
  readonly used: ReadonlySet<string>;
  readonly onUse: (dataset: string, field: string | undefined) => void;
}

export const DatasetTree = ({ datasets, query, current, used, onUse }: Props) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const wanted = query.trim().toLowerCase();
  if (datasets.state === 'loading') return <p className={styles.none}>正在取数据集…</p>;
  if (datasets.state === 'failed')
    return (
      <p className={styles.none} role="alert">
        数据集没有取到，
        <button type="button" className={styles.small} onClick={datasets.retry}>
          重试
        </button>
      </p>
    );
  const finds = (text: string): boolean => text.toLowerCase().includes(wanted);
  const groups = datasets.groups
    .map((group) => ({
      ...group,
      datasets: group.datasets.filter(
        (dataset) =>
          wanted === '' ||
          finds(`${dataset.title} ${dataset.dataset}`) ||
          dataset.fields.some((field) => finds(field.title)),
      ),
    }))
    .filter((group) => group.datasets.length > 0);
  const toggle = (code: string, isOpen: boolean): void => {
    const change = (set: ReadonlySet<string>, on: boolean): ReadonlySet<string> => {
      const next = new Set(set);
      if (on) next.add(code);
      else next.delete(code);
      return next;
    };
    setOpen(change(open, !isOpen));
    setShut(change(shut, isOpen));
  };
  return (
    <div className={styles.tree} role="tree" aria-label="数据集">
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <div className={styles.area} aria-hidden="true">
            {group.title}
          </div>
          {group.datasets.map((dataset) => {
            const isOpen =
              wanted !== '' || open.has(dataset.dataset) || (dataset.dataset === current && !shut.has(dataset.dataset));
            return (
              <div key={dataset.dataset}>
                <Head dataset={dataset} isOpen={isOpen} onToggle={() => toggle(dataset.dataset, isOpen)} />
                {isOpen &&
                  dataset.fields
                    .filter(
                      (field) => wanted === '' || finds(`${dataset.title} ${dataset.dataset}`) || finds(field.title),
                    )
                    .map((field) => (
                      <Field
                        key={field.code}
                        dataset={dataset.dataset}
                        field={field}
                        isUsed={dataset.dataset === current && used.has(field.code)}
                        onUse={() => onUse(dataset.dataset, field.code)}
                      />
                    ))}
              </div>
            );
          })}
        </div>
      ))}
      {groups.length === 0 && (
        <p className={styles.none}>{wanted === '' ? '还没有可用的数据集，先新建一个报表' : '没有找到'}</p>
      )}
    </div>
  );
};

const Head = ({ dataset, isOpen, onToggle }: { dataset: Dataset; isOpen: boolean; onToggle: () => void }) => {
  const { onPointerDown, isCarried } = useTaken({ id: `dataset:${dataset.dataset}`, title: dataset.title });
  return (
    <button
      type="button"
      role="treeitem"
      aria-expanded={isOpen}
      className={styles.dataset}
      data-gone={isCarried ? '' : undefined}
      onPointerDown={onPointerDown}
      onClick={onToggle}
    >
      <Glyph name="right" />
      <Glyph name="report" />
      <span className={styles.name} title={dataset.title}>
        {dataset.title}
      </span>
    </button>
  );
};

interface FieldProps {
  readonly dataset: string;
  readonly field: DatasetField;
  readonly isUsed: boolean;
  readonly onUse: () => void;
}
const Field = ({ dataset, field, isUsed, onUse }: FieldProps) => {
  const { onPointerDown, isCarried } = useTaken({ id: `field:${dataset}:${field.code}`, title: field.title });
  const isMeasure = field.role === 'measure';
  return (
    <button
      type="button"
      role="treeitem"
      className={styles.field}
      data-dataset-field={`${dataset}.${field.code}`}
      data-used={isUsed ? '' : undefined}
      data-gone={isCarried ? '' : undefined}
      onPointerDown={onPointerDown}
      onClick={onUse}
    >
      <i className={styles.role} data-measure={isMeasure ? '' : undefined}>
        {isMeasure ? '指' : '维'}
      </i>
      <span className={styles.name} title={field.title}>
        {field.title}
      </span>
      <em>{field.role === 'time' ? '时间' : (field.unit ?? '')}</em>
    </button>
  );
};
