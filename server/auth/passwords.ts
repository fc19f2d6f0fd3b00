import { hash, verify } from '@node-rs/argon2';

/** argon2id, 19 MiB, two passes: 16–33 ms a check. A stored hash carries its parameters; weaker ones are renewed at sign-in. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const CURRENT = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`;

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS);
export const isOutdated = (stored: string): boolean => !stored.startsWith(CURRENT);

/** An account without password and a name nobody has take the same time as a wrong password. */
export const checkPassword = async (stored: string | null, password: string): Promise<boolean> => {
  nobody ??= hashPassword('nobody has this password');
  const right = await verify(stored ?? (await nobody), password);
  return stored !== null && right;
};
let nobody: Promise<string> | undefined;

export interface PasswordPolicy {
  readonly minLength: number;
  /** of upper case, lower case, digits, signs */
  readonly classes: number;
  /** longest row of equal or neighbouring characters */
  readonly maxRun: number;
  readonly weakList: boolean;
}
export interface PasswordOwner {
  readonly loginName: string;
  readonly mobile: string | null;
}

/** All failing parts in one sentence, null when it is fine (domain 10, 2.3). */
export const judgePassword = (password: string, policy: PasswordPolicy, owner: PasswordOwner): string | null => {
  const length = [...password].length;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((one) => one.test(password)).length;
  const run = policy.maxRun + 1;
  const parts = [
    length < policy.minLength && `长度${length}位，至少${policy.minLength}位`,
    classes < policy.classes && `须包含大写、小写、数字、符号中的${policy.classes}类，当前${classes}类`,
    holdsName(password, owner.loginName) && '不能包含登录账号',
    owner.mobile !== null &&
      owner.mobile.length >= 6 &&
      password.includes(owner.mobile.slice(-6)) &&
      '不能包含手机号后6位',
    policy.maxRun > 0 && hasRun(password, run) && `不能包含${run}位及以上连续或重复字符`,
    policy.weakList && WEAK.has(password.toLowerCase()) && '属于常用弱密码',
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `密码不符合要求：${parts.join('；')}`;
};

const holdsName = (password: string, loginName: string): boolean => {
  const name = loginName.toLowerCase();
  const text = password.toLowerCase();
  return name.length >= 4 && (text.includes(name) || text.includes([...name].reverse().join('')));
};
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** `abcd`, `4321`, `qwer`, `aaaa` for a length of 4 */
const hasRun = (password: string, length: number): boolean => {
  const text = password.toLowerCase();
  for (let from = 0; from + length <= text.length; from++) {
    const part = text.slice(from, from + length);
    const steps = [...part].slice(1).map((char, at) => char.charCodeAt(0) - part.charCodeAt(at));
    const isRow =
      /^([a-z]+|\d+)$/.test(part) && (steps.every((step) => step === 1) || steps.every((step) => step === -1));
    const back = [...part].reverse().join('');
    if (steps.every((step) => step === 0) || isRow || ROWS.some((row) => row.includes(part) || row.includes(back)))
      return true;
  }
  return false;
};
const WEAK = new Set([
  'password',
  'password1',
  'passw0rd',
  'p@ssw0rd',
  'p@ssword',
  'admin123',
  'admin@123',
  'admin888',
  'root1234',
  'letmein1',
  'welcome1',
  'welcome123',
  'iloveyou1',
  'abc12345',
  'abc123456',
  'a1234567',
  'a12345678',
  'a123456789',
  'aa123456',
  'aa123456789',
  'qwe12345',
  'qwer1234',
  'qwerty123',
  'q1w2e3r4',
  '1q2w3e4r',
  '1qaz2wsx',
  'zaq12wsx',
  'test1234',
  'woaini520',
  'woaini1314',
  'woaini123',
  '5201314a',
  'qq123456',
  'wang1234',
  'zhang123',
  'changeme1',
  'company123',
  'millwright1',
  'gongfang1',
  'mima1234',
]);
