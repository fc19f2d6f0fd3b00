/** A line of text that is written when it is left; what is refused goes back. */
import { Input } from 'antd';
import { useEffect, useRef } from 'react';
import { TypedField } from './TypedField';
import { useTyped } from './use-typed';

interface Props {
  readonly value: string;
  readonly label: string;
  /** drawn as an input and not as a cell */
  readonly framed?: boolean;
  /** the keyboard begins here, with the whole text chosen */
  readonly begins?: boolean;
  readonly disabled?: boolean;
  readonly onDone: (to: string) => boolean;
}
export const TypedInput = ({ value, label, framed = false, begins = false, disabled = false, onDone }: Props) => {
  const typed = useTyped(value, (to) => {
    if (!onDone(to.trim())) typed.back();
  });
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (begins) frame.current?.querySelector('input')?.select();
  }, [begins]);
  const commit = (): void => typed.commit(typed.read().trim());
  return (
    <div ref={frame}>
      <TypedField label={label} typed={typed} say={(text) => text}>
        <Input
          size="small"
          {...(framed ? {} : { variant: 'borderless' as const })}
          aria-label={label}
          value={typed.now}
          maxLength={60}
          disabled={disabled}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={commit}
          onPressEnter={(event) => event.currentTarget.blur()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') typed.back();
          }}
        />
      </TypedField>
    </div>
  );
};
