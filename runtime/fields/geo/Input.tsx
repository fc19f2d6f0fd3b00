/** Kind 27: a place by its name and coordinates; the device's own where it knows it (https only). A map comes with the installation's. */
import { AimOutlined } from '@ant-design/icons';
import { Button, Input, Space } from 'antd';
import { useState } from 'react';
import { placeOf } from '../../../schemas/language/kinds/geo';
import type { Value } from '../../../schemas/language/value';
import type { InputProps } from '../input-props';
import { useDraft } from '../shared/draft';
import styles from '../shared/inputs.module.css';

interface Parts {
  readonly lng?: number | undefined;
  readonly lat?: number | undefined;
  readonly text?: string | undefined;
}

export function GeoInput({ id, field, value, onChange, disabled, status, autoFocus }: InputProps) {
  const place = placeOf(value);
  // a coordinate alone is no place yet: it waits here for the other
  const [half, setHalf] = useState<Parts>({});
  const [finding, setFinding] = useState(false);
  const now: Parts = { ...half, ...place };
  const put = (part: Parts): void => {
    const next = { ...now, ...part };
    const { lng, lat, text } = next;
    setHalf(next);
    if (typeof lng === 'number' && typeof lat === 'number')
      onChange({ lng, lat, ...(text === undefined || text === '' ? {} : { text }) } as unknown as Value);
    else if (lng === undefined && lat === undefined && value !== null) onChange(null);
  };
  const common = { disabled, status, readBy: field.title };
  const find = (): void => {
    setFinding(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setFinding(false);
        put({ lng: round(coords.longitude), lat: round(coords.latitude) });
      },
      () => setFinding(false),
      { timeout: 10_000 },
    );
  };
  return (
    <Space.Compact className={styles.compact ?? ''}>
      <Part
        {...common}
        id={id}
        title="地点"
        className={styles.place}
        text={now.text ?? ''}
        autoFocus={autoFocus}
        onPut={(text) => put({ text })}
      />
      <Part
        {...common}
        title="经度"
        className={styles.coordinate}
        text={now.lng === undefined ? '' : String(now.lng)}
        onPut={(text) => put({ lng: degrees(text, 180) })}
      />
      <Part
        {...common}
        title="纬度"
        className={styles.coordinate}
        text={now.lat === undefined ? '' : String(now.lat)}
        onPut={(text) => put({ lat: degrees(text, 90) })}
      />
      {isSecureContext && disabled !== true && (
        <Button icon={<AimOutlined />} aria-label="取当前位置" title="取当前位置" loading={finding} onClick={find} />
      )}
    </Space.Compact>
  );
}

interface PartProps {
  readonly id?: string | undefined;
  readonly title: string;
  readonly readBy: string;
  readonly className?: string | undefined;
  readonly text: string;
  readonly disabled?: boolean | undefined;
  readonly status?: 'error' | 'warning' | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly onPut: (text: string) => void;
}

function Part({ id, title, readBy, className, text, disabled, status, autoFocus, onPut }: PartProps) {
  const draft = useDraft({
    value: text,
    format: String,
    parse: (typed) => typed.trim(),
    onChange: (next) => onPut(String(next)),
  });
  return (
    <Input
      id={id}
      className={className}
      aria-label={`${readBy}${title}`}
      placeholder={title}
      value={draft.text}
      disabled={disabled}
      status={status}
      autoFocus={autoFocus}
      autoComplete="off"
      onChange={(event) => draft.onText(event.target.value)}
      onBlur={draft.onLeave}
      onKeyDown={draft.onKey}
    />
  );
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;
const degrees = (text: string, limit: number): number | undefined => {
  const value = Number(text.normalize('NFKC'));
  return text === '' || !Number.isFinite(value) || Math.abs(value) > limit ? undefined : round(value);
};
