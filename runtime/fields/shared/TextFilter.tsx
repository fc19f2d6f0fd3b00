import { Input } from 'antd';
import { isScanned } from '../../../schemas/language/codec/scanned';
import { Icon } from '../../page/Icon';
import type { FilterProps } from '../filter-props';

/** Contains (or starts with) the text; a scanner types it and ends with Enter. */
export const TextFilter = ({ title, placement, field, host, value, onChange, onEnter }: FilterProps) => (
  <Input
    value={typeof value === 'string' ? value : ''}
    placeholder={placement.placeholder ?? (placement.scan === true ? `${title} / 扫码` : title)}
    aria-label={title}
    allowClear
    maxLength={200}
    {...(placement.scan === true ? { suffix: <Icon name="scan" /> } : {})}
    onChange={(event) => onChange(event.target.value, event.target.value === '' && event.type === 'click')}
    onPressEnter={(event) => {
      if (event.nativeEvent.isComposing) return;
      const text = event.currentTarget.value;
      if (placement.scan !== true || !isScanned(text)) {
        onEnter();
        return;
      }
      void host.scan(field.path, text).then((found) => {
        if (found === undefined || found === text.trim()) onEnter();
        else onChange(found, true);
      });
    }}
  />
);
