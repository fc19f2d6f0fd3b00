import { Input } from 'antd';
import { Icon } from '../../page/Icon';
import type { FilterProps } from '../filter-props';

/** Contains (or starts with) the text; a scanner types it and ends with Enter. */
export const TextFilter = ({ title, placement, value, onChange, onEnter }: FilterProps) => (
  <Input
    value={typeof value === 'string' ? value : ''}
    placeholder={placement.placeholder ?? (placement.scan === true ? `${title} / 扫码` : title)}
    aria-label={title}
    allowClear
    maxLength={200}
    {...(placement.scan === true ? { suffix: <Icon name="scan" /> } : {})}
    onChange={(event) => onChange(event.target.value, event.target.value === '' && event.type === 'click')}
    onPressEnter={(event) => {
      if (!event.nativeEvent.isComposing) onEnter();
    }}
  />
);
