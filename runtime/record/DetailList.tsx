/** A list of another page that belongs to this record, in a tab of its detail page. */
import type { Part } from '../../schemas/language/resolved';
import type { FormModel } from '../form/form-model';
import { PartList } from '../list/PartList';
import styles from './DetailPage.module.css';

export interface DetailListProps {
  readonly model: FormModel;
  readonly part: Part;
}

export function DetailList({ model, part }: DetailListProps) {
  return (
    <div className={styles.rows}>
      <PartList part={part} doc={model.doc} />
    </div>
  );
}
