/** The life of one edit page: load, hold, save, and what stands in its way. The view gets ready values. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CheckProblem } from '../../schemas/language/record/checks';
import { type Choices, differences, merged } from '../../schemas/language/record/merge';
import type { Problem } from '../../schemas/language/value';
import { HttpError } from '../data/http';
import { newToken } from '../data/ids';
import { readAnew } from '../data/query-client';
import { recordClient } from '../data/record-client';
import type { Refusal, SaveBody, WireRecord } from '../data/types';
import { anyway } from '../page/anyway';
import { useHost } from '../page/host';
import type { Page } from '../page/types';
import { createPickDesk } from '../pick/desk';
import { DraftKeeper } from './draft-keeper';
import { typingOver } from './finish-typing';
import { followGiven } from './follow-given';
import type { FormCalls } from './form-calls';
import { FormModel } from './form-model';
import { type Layout, type LayoutOptions, layoutOf } from './layout';
import { type FormSource, type Loaded, loadRecord, settleSource } from './load';
import { settleLost } from './lost-save';
import type { Way } from './NoticeBar';
import { isDrawn } from './PartView';
import { recordLink } from './record-link';
import { readRecord } from './wire';

/** A refusal that stands in the page until it is read. */
export interface Notice {
  readonly text: string;
  readonly refusal: Refusal;
}
export interface OpenForm {
  readonly model: FormModel;
  readonly layout: Layout;
  /** absent where nothing can be typed */
  readonly keeper: DraftKeeper | undefined;
  readonly saving: boolean;
  readonly notice: Notice | null;
  /** the record as somebody else stored it meanwhile */
  readonly newer: Refusal | null;
  readonly tab: number;
  readonly setTab: (tab: number) => void;
  readonly dismiss: () => void;
  /** true = stored */
  readonly save: () => Promise<boolean>;
  readonly reload: () => Promise<void>;
  /** go on over the newer record with what was chosen of both, and save it */
  readonly settle: (choices: Choices) => Promise<boolean>;
  /** go on over the newer record with what I changed; the save follows when it is asked for */
  readonly keepMine: () => void;
  readonly show: (notice: Notice) => void;
}
export type FormState =
  | { readonly status: 'loading' }
  | { readonly status: 'error'; readonly error: HttpError; readonly retry: () => void }
  | { readonly status: 'ready'; readonly form: OpenForm };

export interface UseFormOptions {
  readonly page: Page;
  readonly source: FormSource;
  readonly onSaved?: ((id: string, record: WireRecord) => void) | undefined;
  readonly viewing?: boolean;
  /** false: what is typed is kept nowhere (a cell of a list) */
  readonly drafts?: boolean;
  /** where the form comes from and goes to; one record of the page unless said */
  readonly store?: FormStore;
}
/** Loads and stores what one form holds; refusals come as HttpError, their paths are the form's. */
export interface FormStore {
  readonly calls?: FormCalls;
  /** names what the form holds for its drafts, where it is no record; `save` answers it as the id */
  place?(source: FormSource): string;
  load(source: FormSource): Promise<Loaded>;
  save(model: FormModel, body: SaveBody): Promise<{ readonly id: string; readonly record: WireRecord }>;
  reload(model: FormModel, id: string): Promise<WireRecord>;
}
const oneRecord: FormStore = {
  load: loadRecord,
  save: (model, body) => recordClient.save(model.page.code, body, { quiet: true }),
  reload: (model, id) => recordClient.getOne(model.page.code, { id }),
};

export function useForm({
  page,
  source,
  onSaved,
  viewing = false,
  drafts = true,
  store = oneRecord,
}: UseFormOptions): FormState {
  const host = useHost();
  const [desk] = useState(createPickDesk);
  const [loaded, setLoaded] = useState<LoadedForm | null>(null);
  const [error, setError] = useState<HttpError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const key = JSON.stringify(source);
  const present = useRef<LoadedForm | null>(null);
  // what was typed must outlive a new page object or host: only another record loads another form
  const latest = useRef({ host, page, store });
  latest.current = { host, page, store };

  useEffect(() => {
    const now = present.current;
    const wanted = JSON.parse(key) as FormSource;
    // a record that was just stored got its id: the same form goes on
    if (attempt === 0 && now !== null && wanted.id !== undefined && now.model.stored?.id === wanted.id) return;
    let gone = false;
    setError(null);
    latest.current.store.load(wanted).then(
      ({ wire, fresh }) => {
        if (gone) return;
        const { feedback, session } = latest.current.host;
        const link = recordLink(() => latest.current);
        const { calls } = latest.current.store;
        const model = new FormModel({
          page: latest.current.page,
          wire,
          fresh,
          feedback,
          desk,
          viewing,
          link,
          ...(calls === undefined ? {} : { calls }),
        });
        if (fresh) void followGiven(model, wanted.with);
        const keeper =
          viewing || !drafts
            ? undefined
            : new DraftKeeper(
                model,
                latest.current.store.place?.(wanted) ?? wanted.id ?? (model.stored?.id as string | undefined),
                session,
              );
        disposeForm(present.current);
        present.current = { model, keeper };
        setLoaded(present.current);
      },
      (cause: unknown) => {
        if (!gone) setError(cause instanceof HttpError ? cause : new HttpError(0, '页面打开失败'));
      },
    );
    return () => {
      gone = true;
    };
  }, [key, attempt, desk, viewing, drafts]);

  useEffect(
    () => () => {
      present.current?.keeper?.dispose();
    },
    [],
  );

  const form = useOpenForm(loaded, source, store, onSaved);
  if (error !== null && loaded === null) return { status: 'error', error, retry: () => setAttempt((now) => now + 1) };
  return form === null ? { status: 'loading' } : { status: 'ready', form };
}

interface LoadedForm {
  readonly model: FormModel;
  readonly keeper: DraftKeeper | undefined;
}
function disposeForm(form: LoadedForm | null): void {
  form?.keeper?.dispose();
  form?.model.dispose();
}

function useOpenForm(
  loaded: LoadedForm | null,
  source: FormSource,
  to: FormStore,
  onSaved: ((id: string, record: WireRecord) => void) | undefined,
): OpenForm | null {
  const { feedback } = useHost();
  const model = loaded?.model ?? null;
  const keeper = loaded?.keeper;
  const client = useQueryClient();
  const [saving, setSaving] = useState(false);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [newer, setNewer] = useState<Refusal | null>(null);
  const [tab, setTab] = useState(0);
  const busy = useRef(false);
  /** one for each intention: kept while a call is lost, new after every answer */
  const token = useRef(newToken());
  const layout = useMemo(() => (model === null ? null : formLayout(model)), [model]);

  const focusFirst = useCallback(
    (problems: readonly Problem[]): void => {
      if (model === null || layout === null) return;
      const first = firstProblem(layout, problems);
      if (first === null) return;
      if (first.tab !== null) setTab(first.tab);
      requestAnimationFrame(() => reach(model, layout, first.problem));
    },
    [model, layout],
  );

  const store = async (accept: readonly string[]): Promise<boolean> => {
    if (model === null) return false;
    try {
      token.current = (await settleLost(model, keeper)) ?? (keeper?.lost === undefined ? token.current : newToken());
      const body: SaveBody = {
        record: model.toSend() as WireRecord,
        schema: model.object.hash,
        token: token.current,
        ...(accept.length === 0 ? {} : { accept }),
      };
      await keeper?.sending(body);
      const { id, record } = await to.save(model, body);
      token.current = newToken();
      void keeper?.saved(id);
      model.load(record);
      settleSource(source);
      setNotice(null);
      setNewer(null);
      void readAnew(client);
      feedback.success('已保存');
      onSaved?.(id, record);
      return true;
    } catch (cause) {
      if (!(cause instanceof HttpError)) throw cause;
      if (cause.code !== 0) {
        token.current = newToken();
        keeper?.answered();
      }
      const refusal = (cause.data ?? {}) as Refusal;
      if (refusal.current !== undefined) setNewer(refusal);
      else if (refusal.warnings !== undefined && refusal.warnings.length > 0) {
        model.paint(refusal.warnings);
        const asked = anyway(sentences(refusal.warnings));
        if (!(await feedback.confirm(asked))) return false;
        return store([...accept, ...new Set(refusal.warnings.map((warning) => warning.code))]);
      } else {
        model.paint(refusal.problems ?? []);
        setNotice({ text: cause.msg, refusal });
        focusFirst(refusal.problems ?? []);
      }
      return false;
    }
  };

  /** false where something stands against it, and the page says what */
  const stands = (): boolean => {
    if (model === null) return false;
    const errors = model.validate();
    if (errors.length === 0) return true;
    // what belongs to no field stands in the page, and what has ways out: nothing may be refused in silence
    const told = errors.filter((error) => model.general.includes(error) || waysOf(error).length > 0);
    if (told.length > 0) setNotice({ text: sentences(told), refusal: { ways: told.flatMap(waysOf) } });
    focusFirst(errors);
    return false;
  };
  const save = async (): Promise<boolean> => {
    if (model === null || busy.current) return false;
    busy.current = true;
    try {
      const over = typingOver(model);
      if (over instanceof Promise) setSaving(true);
      const held = over instanceof Promise ? await over : over;
      if (held !== null) {
        feedback.warning(held);
        return false;
      }
      if (!stands()) return false;
      setSaving(true);
      return await store([]);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  };

  if (model === null || layout === null) return null;
  return {
    model,
    layout,
    keeper,
    saving,
    notice,
    newer,
    tab,
    setTab,
    dismiss: () => setNotice(null),
    show: setNotice,
    save,
    reload: async () => {
      const id = model.stored?.id;
      if (typeof id !== 'string') return;
      const wire = newer?.current ?? (await to.reload(model, id));
      model.load(wire);
      setNewer(null);
      setNotice(null);
    },
    settle: async (choices) => {
      if (busy.current || newer?.current === undefined) return false;
      mergeInto(model, newer.current, choices);
      setNewer(null);
      return save();
    },
    keepMine: () => {
      if (newer?.current !== undefined) mergeInto(model, newer.current);
      setNewer(null);
    },
  };
}

/** The newer record with what was chosen of mine; without choices with everything I changed. */
function mergeInto(model: FormModel, current: WireRecord, choices?: Choices): void {
  const { stored, object, env } = model;
  if (stored === null) return;
  const mine = { ...model.doc };
  const theirs = readRecord(object, current, env.hops);
  const all = differences(object, stored, theirs, mine);
  const chosen = choices ?? new Map(all.map(({ key, by }) => [key, by === 'theirs' ? by : 'mine'] as const));
  model.rebase(current, merged(object, stored, theirs, mine, all, chosen));
}

/** The number stands in the strip on top; it is not repeated among the fields unless it can be typed. */
export function formLayout(model: FormModel, options: Pick<LayoutOptions, 'keepEmpty'> = {}): Layout {
  const { object } = model;
  const name = object.label[0];
  const field = name === undefined ? undefined : object.fields[name];
  const skip = new Set(field?.rule !== undefined && field.manual !== true && object.audited ? [field.code] : []);
  return layoutOf(object, object.edit.groups, { ...options, skip, draws: isDrawn });
}

const waysOf = (problem: Problem | CheckProblem): readonly Way[] => ('ways' in problem ? (problem.ways ?? []) : []);
const sentences = (problems: readonly Problem[]): string =>
  [...new Set(problems.map((problem) => problem.text))].slice(0, 5).join('\n');

interface First {
  readonly problem: Problem;
  readonly tab: number | null;
}

/** The first problem in reading order, and the tab it stands in. */
export function firstProblem(layout: Layout, problems: readonly Problem[]): First | null {
  const fieldOf = (problem: Problem): string => /^[\w$]+/.exec(problem.path)?.[0] ?? '';
  const errors = problems.filter((problem) => problem.level !== 'warn');
  for (const code of layout.order) {
    const problem = errors.find((error) => fieldOf(error) === code);
    if (problem === undefined) continue;
    const tab = layout.tabs.findIndex(
      (section) =>
        section.tables.some((table) => table.code === code) ||
        section.groups.some((group) => group.fields.some((field) => field.field.code === code)),
    );
    return { problem, tab: tab < 0 ? null : tab };
  }
  return null;
}

/** Frames a group that comes near gets to mount its fields. */
const FRAMES = 20;

function reach(model: FormModel, layout: Layout, problem: Problem, frames = FRAMES): void {
  const cell = /^([\w$]+)\[([^\]]+)\](?:\.([\w$]+))?/.exec(problem.path);
  const sub = cell === null ? undefined : model.subs.get(cell[1] ?? '');
  if (sub !== undefined && cell !== null) {
    sub.control.goTo(sub.store.indexOf(cell[2] ?? ''), Math.max(0, sub.control.columnAt(cell[3] ?? '')));
    return;
  }
  const form = document.querySelector(`[data-form="${model.key}"]`);
  const place = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(problem.path)}"]`);
  if (place !== undefined && place !== null) {
    place.scrollIntoView({ block: 'nearest' });
    place.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true });
    return;
  }
  // a group far below mounts when it comes near
  const groups = [...layout.groups, ...layout.tabs.flatMap((section) => section.groups)];
  const group = groups.find((group) => group.fields.some(({ field }) => field.code === problem.path));
  if (group === undefined || frames === 0) return;
  form?.querySelector(`[data-group="${CSS.escape(group.code)}"]`)?.scrollIntoView({ block: 'nearest' });
  requestAnimationFrame(() => reach(model, layout, problem, frames - 1));
}
