/**
 * What a sheet of people says beside their facts (20 §9): the crew they join, what they are skilled in, the account they sign in with.
 * None of it is kept on the person: the row of the crew, the rows of skills and the user are what holds.
 */
import type { Problem } from '../../../schemas/language/value';
import type { Ctx } from '../../ctx';
import { refuse } from '../../errors';
import type { ChangeOf, DraftOf, HeadOf, JudgedOf, LineOf, RowOf } from '../../rows';
import { crewOn, spanText, transferPerson } from './team';

/** Skills as typed, put into the rows of the person; what is wrong is left for the check to name. */
export const readSkills = async (record: DraftOf<'employee'>, ctx: Ctx): Promise<ChangeOf<'employee'> | undefined> => {
  if (typeof record.skillText !== 'string') return undefined;
  const read = await skillsIn(record.skillText, ctx);
  if (typeof read === 'string') return undefined;
  const rows = [...record.skills];
  for (const { process, level } of read) {
    const at = rows.findIndex((row) => row.process === process);
    const row = rows[at];
    if (!row) rows.push({ id: ctx.newId(), lineNo: (rows.length + 1) * 10, process, level });
    else rows[at] = { ...row, level };
  }
  record.skills = rows;
  return { skillText: null };
};

export const checkErrands = async (record: JudgedOf<'employee'>, ctx: Ctx): Promise<readonly Problem[]> => {
  const problems: Problem[] = [];
  const say = (path: string, text: string): void => {
    problems.push({ code: `employee.${path}`, path, text });
  };
  if (typeof record.skillText === 'string') {
    const read = await skillsIn(record.skillText, ctx);
    if (typeof read === 'string') say('skillText', read);
  }
  if (typeof record.joins === 'string') {
    const crew = await crewOn(ctx, record.id, startOf(record, ctx));
    if (crew && crew.team.id !== record.joins)
      say('joins', `员工「${record.name}」在${spanText(crew.row)}已属于班组「${crew.team.name}」`);
  }
  if (typeof record.loginName === 'string') {
    const { own, named } = await accountsOf(record, ctx);
    if (own && own.loginName !== record.loginName) say('loginName', `该员工已有账号「${own.loginName}」`);
    else if (named && typeof named.employee === 'string' && named.employee !== record.id)
      say('loginName', `账号「${record.loginName}」已属于其他员工`);
  }
  return problems;
};

/** After the person is stored. */
export const runErrands = async (record: RowOf<'employee'>, ctx: Ctx): Promise<void> => {
  const { id, joins, loginName } = record;
  if (typeof joins !== 'string' && typeof loginName !== 'string') return;
  await ctx.asSystem().records.patch('employee', id, { head: { joins: null, loginName: null } });
  if (typeof joins === 'string') {
    const day = startOf(record, ctx);
    if (!(await crewOn(ctx, id, day))) await transferPerson(ctx, record, joins, day);
  }
  if (typeof loginName !== 'string') return;
  const { own, named } = await accountsOf(record, ctx);
  if (own) return;
  // through the rights of who imports
  if (named) await ctx.records.save('user', { id: named.id, version: named.version, employee: id });
  else await openAccount(ctx, record, loginName);
};

/** An account with the name, mobile and department of the person; nobody gives roles he does not hold. */
export const openAccount = (
  ctx: Ctx,
  person: RowOf<'employee'>,
  loginName: string,
  roles: readonly string[] = [],
): Promise<RowOf<'user'>> => {
  if (!ctx.session.rights.has('user:add')) throw refuse(`没有开通账号的权限，不能开通「${loginName}」`);
  return ctx.records.save('user', {
    loginName,
    name: person.name,
    mobile: person.phone,
    dept: person.dept,
    employee: person.id,
    ...(roles.length > 0 ? { roles } : {}),
  });
};

const startOf = ({ entryDate }: JudgedOf<'employee'>, ctx: Ctx): string =>
  typeof entryDate === 'string' && entryDate > ctx.today ? entryDate : ctx.today;

const accountsOf = async (
  record: JudgedOf<'employee'>,
  ctx: Ctx,
): Promise<{ readonly own?: HeadOf<'user'>; readonly named?: HeadOf<'user'> }> => {
  const found = await ctx.asSystem().records.find('user', 'employee == param.id || loginName == param.loginName', {
    param: { id: record.id, loginName: record.loginName ?? null },
  });
  const own = found.find(({ employee }) => employee === record.id);
  const named = found.find(({ loginName }) => loginName === record.loginName);
  return { ...(own ? { own } : {}), ...(named ? { named } : {}) };
};

type Skill = Pick<LineOf<'employee', 'skills'>, 'process' | 'level'>;
const LEVELS = 'skillUse';
const KNOWN = '2';
/** `CX:独立操作;XX:2`: processes by code or only name, levels by title or code; a text says what is wrong. */
const skillsIn = async (text: string, ctx: Ctx): Promise<string | readonly Skill[]> => {
  const parts = text
    .split(/[;；\n]/)
    .map((part) => part.split(/[:：]/).map((part) => part.trim()))
    .filter(([process]) => process !== '');
  const codes = parts.map(([process]) => process!);
  if (codes.length === 0) return [];
  const { records } = ctx.asSystem();
  const found = await records.find('process', 'isDisabled == 0 && (code in param.codes || name in param.codes)', {
    param: { codes },
  });
  const items = records.dict(LEVELS)?.items ?? [];
  const skills: Skill[] = [];
  for (const [code, level = KNOWN, ...more] of parts) {
    const named = found.filter((row) => row.name === code);
    const process = found.find((row) => row.code === code) ?? (named.length === 1 ? named[0] : undefined);
    if (!process) return `工序「${code}」不存在`;
    const item = items.find((item) => item.title === level || item.code === level);
    if (!item || more.length > 0)
      return `技能「${[code, level, ...more].join(':')}」应为 工序编码:等级，等级可填${items.map(({ title }) => title).join('、')}`;
    if (skills.some((skill) => skill.process === process.id)) return `工序「${code}」重复`;
    // the dictionary is closed, so its codes are the words of the field
    skills.push({ process: process.id, level: item.code as Skill['level'] });
  }
  return skills;
};
