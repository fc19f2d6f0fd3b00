/** Tones to choose from: each with its swatch, found by what it means and by its colour. */
import { TONE_WORDS } from '../../schemas/language/sorts/texts/common';
import styles from './tones.module.css';

const COLOURS: Readonly<Record<keyof typeof TONE_WORDS, string>> = {
  info: '灰色',
  primary: '蓝色',
  success: '绿色',
  warning: '黄色 橙色',
  danger: '红色',
};
export const TONES = Object.entries(TONE_WORDS).map(([value, label]) => ({ value, label }));
export const isTone = (value: unknown): boolean => typeof value === 'string' && Object.hasOwn(TONE_WORDS, value);

interface Toned {
  readonly value?: unknown;
  readonly label?: unknown;
}
const toned = ({ value, label }: Toned) => (
  <span className={styles.tone} data-tone={String(value)}>
    {String(label)}
  </span>
);
/** What a choice of tones is given besides them. */
export const TONED = {
  showSearch: true,
  optionRender: toned,
  labelRender: toned,
  filterOption: (typed: string, option?: Toned): boolean => {
    const { value, label } = option ?? {};
    const colours = isTone(value) ? COLOURS[value as keyof typeof COLOURS] : '';
    return `${String(label)} ${colours}`.includes(typed.trim());
  },
} as const;
