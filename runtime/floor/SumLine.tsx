/** 合格 58 + 不良 2 = 60, beside how many there may be. */
import type { FormModel } from '../form/form-model';
import styles from './floor.module.css';
import type { FloorPlan } from './floor-form';
import { floorLimit, partsOf, sumOf } from './limit';
import { plain } from './pad';

export function SumLine({ model, plan }: { readonly model: FormModel; readonly plan: FloorPlan }) {
  const parts = partsOf(model, plan);
  if (parts.length < 2) return null;
  const sum = sumOf(model, plan);
  const limit = floorLimit(model, plan);
  return (
    <section className={styles.sum} aria-label="合计">
      <p>
        <span>
          {parts.map(({ title, qty }, n) => (
            <span key={title}>
              {n > 0 && ' + '}
              {title} <b>{plain(qty)}</b>
            </span>
          ))}{' '}
          = <b>{plain(sum)}</b>
        </span>
        {limit !== undefined && <span data-tone={sum > limit.most ? 'bad' : undefined}>{limit.text}</span>}
      </p>
      {limit !== undefined && limit.most > 0 && (
        <progress max={limit.most} value={Math.min(sum, limit.most)} aria-label="合计进度" />
      )}
    </section>
  );
}
