/** What a password has to be (domain 10, 2.3): one text of rules for the server that judges and the page that says it while typing. */
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
  /** all of it, or its last six digits */
  readonly mobile: string | null;
}

/** GET /sys/user/passwordRules */
export interface PasswordRules extends PasswordPolicy, PasswordOwner {
  /** so many passwords of before may not come again */
  readonly history: number;
}

/** What keeps a text from being a password of this owner, part by part; none = it may be one. */
export const passwordFaults = (password: string, policy: PasswordPolicy, owner: PasswordOwner): readonly string[] => {
  const length = [...password].length;
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((pattern) => pattern.test(password)).length;
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
  ];
  return parts.filter((part) => part !== false);
};

/** All failing parts in one sentence, null when it is fine. */
export const judgePassword = (password: string, policy: PasswordPolicy, owner: PasswordOwner): string | null => {
  const parts = passwordFaults(password, policy, owner);
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
