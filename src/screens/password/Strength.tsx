/** How good a new password is while it is typed: by the rules the server judges by, part by part. */
import { type PasswordRules, passwordFaults } from '../../../schemas/language/password';
import styles from './Strength.module.css';

interface Props {
  readonly password: string;
  /** null = not known yet: the server judges anyway */
  readonly rules: PasswordRules | null;
}

export const Strength = ({ password, rules }: Props) => {
  if (rules === null) return null;
  const faults = password === '' ? [] : passwordFaults(password, rules, rules);
  const level = levelOf(password, faults.length, rules);
  const asked = `至少${rules.minLength}位，包含大写、小写、数字、符号中的${rules.classes}类`;
  return (
    <div className={styles.box} aria-live="polite">
      <meter className={styles.bar} min={0} max={3} value={level} aria-label="密码强度" data-level={level} />
      <b data-level={level}>{password === '' ? '' : WORDS[level]}</b>
      <span>
        {faults.length > 0
          ? faults.join('；')
          : password === ''
            ? `${asked}${rules.history > 0 ? `，不能与最近${rules.history}次相同` : ''}`
            : '符合密码要求'}
      </span>
    </div>
  );
};

const WORDS = ['不符合要求', '一般', '较强', '强'] as const;

/** 0 = refused; every sort of character and four more than asked make it strong. */
const levelOf = (password: string, faults: number, rules: PasswordRules): 0 | 1 | 2 | 3 => {
  if (password === '' || faults > 0) return 0;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((pattern) => pattern.test(password)).length;
  const more = (classes === 4 ? 1 : 0) + ([...password].length >= rules.minLength + 4 ? 1 : 0);
  return more === 2 ? 3 : more === 1 ? 2 : 1;
};
