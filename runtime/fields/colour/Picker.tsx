import { ColorPicker } from 'antd';
import type { InputProps } from '../input-props';

/** hues that survive red-green blindness and grey printing, darker ones first */
const PRESETS = [
  ['#1F6FD6', '#1F8A4C', '#B7791F', '#C53030', '#6B46C1', '#0E7C86', '#475569', '#0F172A'],
  ['#7FB2F0', '#7CC79B', '#E3B663', '#EB8A8A', '#B39DDB', '#7CC4CB', '#94A3B8', '#CBD5E1'],
].flat();

export function ColourPicker({ id, field, value, onChange, disabled, open }: InputProps) {
  const colour = typeof value === 'string' ? value.toUpperCase() : null;
  return (
    <ColorPicker
      {...{ id, 'aria-label': field.title }}
      value={colour}
      format="hex"
      disabledAlpha
      disabledFormat
      disabled={disabled ?? false}
      allowClear={field.required !== true}
      presets={[{ label: '常用', colors: PRESETS }]}
      showText={() => colour ?? '选择颜色'}
      {...(open === true ? { defaultOpen: true } : {})}
      onClear={() => onChange(null)}
      onChangeComplete={(next) => {
        if (!next.cleared) onChange(next.toHexString().toUpperCase());
      }}
    />
  );
}
