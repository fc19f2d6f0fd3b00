/** Numbers with what stands behind them. */
import { InputNumber } from 'antd';
import { TypedField } from '../../parts/TypedField';
import { type EditorProps, isLimit } from './props';
import { useTypedKey } from './use-typed-key';

export const NumberEditor = (props: EditorProps) => {
  const { title, value, base, mixed, disabled, suffix, shape } = props;
  const written = typeof value === 'number' ? value : null;
  const typed = useTypedKey<number | null>(props, written, (to) => to ?? undefined);
  return (
    <TypedField label={title} typed={typed} say={(to) => (to === null ? '' : String(to))}>
      <InputNumber
        value={typed.now}
        controls={false}
        {...(shape === 'int' ? { precision: 0 } : {})}
        placeholder={mixed ? '不一致' : typeof base === 'number' ? String(base) : isLimit(props.name) ? '不限' : '无'}
        suffix={suffix}
        disabled={disabled}
        aria-label={title}
        onChange={typed.type}
        onKeyDown={(event) => {
          if (event.key === 'Escape') typed.back();
        }}
        onPressEnter={() => typed.commit()}
        onBlur={() => typed.commit()}
      />
    </TypedField>
  );
};
