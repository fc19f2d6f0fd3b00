/** What browser and server say of one record: states of its fields and rows, and what is wrong with it. Neither asks a database. */

import type { PageItem, WireRecord } from '../../runtime/data/types';
import { FormModel } from '../../runtime/form/form-model';
import { withoutEchoes } from '../../runtime/form/paths';
import { isKept } from '../../runtime/form/wire';
import { createEnv } from '../../runtime/page/browser-env';
import type { HopStore } from '../../runtime/page/hop-store';
import type { Page as BrowserPage } from '../../runtime/page/types';
import { makePage } from '../../runtime/page/use-page';
import { createPickDesk } from '../../runtime/pick/desk';
import type { Env } from '../../schemas/language/env';
import { decodeRecord, encodeRecord } from '../../schemas/language/kinds/record-codec';
import { runChecks } from '../../schemas/language/record/checks';
import { type Model, modelOf } from '../../schemas/language/record/model';
import { withoutBlankRows } from '../../schemas/language/record/rows';
import { rowLock, rowTone, ruleStates } from '../../schemas/language/record/states';
import { sameValue } from '../../schemas/language/record/values';
import { validateRecord } from '../../schemas/language/validate';
import type { Problem, Rec, Row, Value } from '../../schemas/language/value';
import type { OrgInfo } from '../../server/ctx';
import { newId } from '../../server/ids';
import type { EngineCtx } from '../../server/records/host';
import { pageItem } from '../../server/records/page/page-item';
import { hopsOf } from '../../server/records/read/hops';
import { draftChange, draftNew, type Origin, withoutHidden } from '../../server/records/save/draft';
import { sentOf } from '../../server/records/save/sent';
import { memo } from '../../server/registry/memo';
import type { Page } from '../../server/registry/pages';
import type { Registry } from '../../server/registry/registry';
import { listener, SESSION, serve } from './forms';
import { OWN, type World } from './rule-worlds';
import { sessionOf } from './sessions';

/** One side's verdict, in an order of its own. */
export interface Verdict {
  readonly hidden: readonly string[];
  readonly required: readonly string[];
  readonly readonly: readonly string[];
  /** by id, of what is shown; blank rows of a form are not rows */
  readonly rows: { readonly [id: string]: RowVerdict };
  /** code, place and sentence of errors, then of warnings */
  readonly problems: readonly string[];
}
interface RowVerdict {
  readonly hidden: readonly string[];
  readonly required: readonly string[];
  readonly readonly: readonly string[];
  readonly lock: string | null;
  readonly tone: string | undefined;
}
export interface Sides {
  readonly browser: Verdict;
  readonly server: Verdict;
  /** the record as the server would store it */
  readonly rec: Rec;
  /** addresses of all checks that refuse it there */
  readonly failed: ReadonlySet<string>;
}

const ORG: OrgInfo = { id: OWN, code: 'test', name: '测试厂', schema: 'org_test', rightsVersion: 1 };

/** A ctx with all rights and no database. */
const ctxOf = (registry: Registry, env: Env): EngineCtx =>
  ({
    registry,
    session: sessionOf(ORG, [{ isSuper: true }], env.me),
    setting: (key: string) => env.sys(key),
    system: false,
    host: { services: new Map(), functions: new Map() },
  }) as unknown as EngineCtx;

// services of rules answer nothing
serve({ '/resolve': () => ({ values: {} }) });

const pages = new WeakMap<Page, BrowserPage>();
/** The page as a browser makes it of the server's answer. */
const browserPage = (ctx: EngineCtx, page: Page): BrowserPage =>
  memo(pages, page, () => {
    const item = pageItem(ctx, page.code).data as unknown as PageItem;
    const dicts = Object.fromEntries(
      item.dicts.flatMap((code) => (ctx.registry.dicts.has(code) ? [[code, ctx.registry.dicts.get(code)]] : [])),
    );
    return makePage(`${page.code}#edit`, { item, dicts } as never, SESSION);
  });

export function judge(registry: Registry, page: Page, { rec, old, env }: World): Sides {
  const ctx = ctxOf(registry, env);
  const model = modelOf(page.object, registry.lib);
  const form = openForm(ctx, page, model, rec, old, env);
  try {
    // what the browser sends is what the server gets
    const wire = JSON.parse(JSON.stringify(form.toSend())) as unknown;
    const { rec: sent, changes } = decodeRecord(page.object, wire, { newId });
    const given = sentOf(model, { rec: sent, changes }, old, { rights: ctx.session.rights, engine: true });
    const origin: Origin = { head: new Map(), rows: new Map(), lines: [] };
    const { rec: drafted } = old
      ? draftChange(model, env, old, given, origin, true)
      : draftNew(model, env, OWN, given, origin, true);
    const before = ruleStates(model, drafted, env, { old });
    const stored = withoutHidden(model, env, drafted, old, given, before);
    const refused = runChecks(model, withoutBlankRows(model, stored, old), env, { old, since: old });
    const failed = new Set(refused.map(({ code }) => code));
    return { browser: said(form, model), server: judged(model, stored, old, env), rec: stored, failed };
  } finally {
    form.dispose();
  }
}

function openForm(ctx: EngineCtx, page: Page, model: Model, rec: Rec, old: Rec | null, env: Env): FormModel {
  const base = browserPage(ctx, page);
  const shown = old ?? rec;
  const wire = {
    ...encodeRecord(page.object, shown, env),
    id: OWN,
    ...(old ? { version: old.version } : {}),
    _hop: hopsOf(ctx, model, shown, env),
  } as unknown as WireRecord;
  const { dicts } = base;
  const own: BrowserPage = {
    ...base,
    env: (hops) =>
      createEnv(
        { me: env.me, now: () => env.now, dicts, sys: (key) => env.sys(key), can: () => true },
        hops as HopStore,
      ),
  };
  const { feedback } = listener();
  const form = new FormModel({ page: own, wire, fresh: old === null, feedback, desk: createPickDesk() });
  if (old)
    for (const { code, ...field } of Object.values(page.object.fields))
      if (field.sub === undefined && !isKept({ code, ...field }) && !sameValue(old[code], rec[code]))
        form.set(code, (rec[code] ?? null) as Value);
  answer(form, env);
  return form;
}

/** The `resolve` call, at once: by the keys a browser asks with. */
function answer(form: FormModel, env: Env): void {
  for (let round = 0; round < 5 && form.env.hops.missing.size > 0; round++) {
    const missing = [...form.env.hops.missing];
    form.env.hops.missing.clear();
    for (const key of missing) {
      const value = answerTo(key, env);
      if (value !== undefined) form.env.hops.answer(key, value);
    }
    form.arrived();
  }
}
function answerTo(key: string, env: Env): Value | undefined {
  const hop = /^(\w+):([0-9a-f-]{36}):(\w+)$/.exec(key);
  if (hop) return env.hop(hop[1] ?? '', hop[2] ?? '', hop[3] ?? '') as Value;
  const used = /^used\((\w+):(.+)\)$/.exec(key);
  if (used) return env.used?.(used[1] ?? '', used[2] ?? '') ?? false;
  const service = /^service ([\w.]+)\(/.exec(key);
  if (service) return env.service?.(service[1] ?? '', {}) ?? null;
  const call = /^(\w+)\((\[.*\])\)$/.exec(key);
  if (call) return env.call(call[1] ?? '', JSON.parse(call[2] ?? '[]') as Value[]) ?? null;
  return env.query({ key, text: key.replace(/ \[.*\]$/s, ''), object: '', node: null, scope: null });
}

/** What stands in the form: its states, and what it says when everything is judged. */
function said(form: FormModel, model: Model): Verdict {
  const errors = form.validate();
  const { states } = form;
  const warned = [...form.general, ...Object.keys(form.object.fields).flatMap((code) => form.problemsOf(code))];
  const sent = withoutBlankRows(model, form.doc, form.stored);
  const shown = [...form.subs].filter(([code]) => !states.hidden.has(code));
  const rows = shown.flatMap(([code, sub]) =>
    ((sent[code] ?? []) as readonly Row[]).map((row): readonly [string, RowVerdict] => {
      const { hidden, required, readonly, lock, tone } = sub.state(row);
      const locked = readonly === 'all' ? ['*'] : sorted(readonly);
      return [
        row.id,
        { hidden: sorted(hidden), required: sorted(required), readonly: locked, lock: lock ?? null, tone },
      ];
    }),
  );
  const inRows = shown.flatMap(([code, sub]) =>
    sub.store.rows.flatMap((row) =>
      sub.store
        .problemsOf(row.id)
        .filter((problem) => problem.level === 'warn')
        .map((problem) => `warn ${code}[${row.id}]${problem.col === '' ? '' : `.${problem.col}`} ${problem.text}`),
    ),
  );
  return {
    hidden: sorted(states.hidden),
    required: sorted(states.required),
    readonly: sorted(states.readonly.keys()),
    rows: Object.fromEntries(rows),
    problems: [
      ...errors.map(worded),
      ...warned.filter((problem) => problem.level === 'warn').map(({ path, text }) => `warn ${path} ${text}`),
      ...inRows,
    ].sort(),
  };
}
const worded = ({ code, path, text }: Problem): string => `${code} ${path} ${text}`;
const sorted = (codes: Iterable<string>): string[] => [...codes].sort();

/** The same of the save pipeline, as far as the browser can know it: checks that ask the server are the server's alone. */
function judged(model: Model, rec: Rec, old: Rec | null, env: Env): Verdict {
  const states = ruleStates(model, rec, env, { old });
  const local = new Set(model.checks.filter((check) => check.local).map((check) => check.address));
  const whole = withoutBlankRows(model, rec, old);
  const problems = withoutEchoes(
    validateRecord(model, whole, old, env, { states, since: old }),
    runChecks(model, whole, env, { states, old, since: old }).filter((check) => local.has(check.code)),
  );
  const shown = [...model.subs].filter(([code]) => !states.hidden.has(code));
  const rows = shown.flatMap(([sub, place]) =>
    ((whole[sub] ?? []) as readonly Row[]).map((row): readonly [string, RowVerdict] => {
      const { hidden, required, readonly } = ruleStates(model, rec, env, { sub, row, head: states, old });
      const locked = place.rows?.append === true && old !== null ? ['*'] : sorted(readonly.keys());
      const lock = rowLock(model, sub, row, rec, env);
      const tone = rowTone(model, sub, row, rec, env);
      return [row.id, { hidden: sorted(hidden), required: sorted(required), readonly: locked, lock, tone }];
    }),
  );
  return {
    hidden: sorted(states.hidden),
    required: sorted(states.required),
    readonly: sorted(states.readonly.keys()),
    rows: Object.fromEntries(rows),
    problems: problems
      .map((problem) => (problem.level === 'warn' ? `warn ${problem.path} ${problem.text}` : worded(problem)))
      .sort(),
  };
}
