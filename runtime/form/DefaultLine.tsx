/** 默认 50 MB: what a setting is without a value of its own, grey under its control, and the way back to it. */
import { Button } from 'antd';
import { sameValue } from '../../schemas/language/record/values';
import type { ResolvedField } from '../../schemas/language/resolved';
import type { Value } from '../../schemas/language/value';
import styles from './form.module.css';
import type { FormModel } from './form-model';

export interface DefaultLineProps {
  readonly model: FormModel;
  readonly field: ResolvedField;
  readonly value: Value;
  /** the default as its kind writes it */
  readonly text: string;
}

export function DefaultLine({ model, field, value, text }: DefaultLineProps) {
  const preset = (field.default ?? null) as Value;
  return (
    <div className={styles.preset}>
      <span className={styles.presetText} title={text}>
        默认：{text}
      </span>
      {!sameValue(value, preset) && (
        <Button
          type="link"
          size="small"
          aria-label={`${field.title}恢复默认`}
          onClick={() => model.set(field.code, preset)}
        >
          恢复默认
        </Button>
      )}
    </div>
  );
}
