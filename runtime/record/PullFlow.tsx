/** 选单: sources are chosen in the window that picks records, their open lines in that of a push, and the form takes what came of it. */
import { useEffect, useRef } from 'react';
import { useActions } from '../actions/index';
import { recordClient } from '../data/record-client';
import type { PickBody, PickData, PickRow, Pull, WireRow } from '../data/types';
import type { FormModel } from '../form/form-model';
import type { Page } from '../page/types';
import { usePage } from '../page/use-page';
import { pickLook } from '../pick/pick-look';

export interface PullFlowProps {
  readonly model: FormModel;
  readonly pull: Pull;
  readonly onDone: () => void;
}

export function PullFlow(props: PullFlowProps) {
  const state = usePage(props.pull.page);
  const { onDone } = props;
  const failed = state.status === 'error' ? state.error.msg : null;
  const { feedback } = props.model;
  useEffect(() => {
    if (failed === null) return;
    feedback.error(failed);
    onDone();
  }, [failed, feedback, onDone]);
  return state.status === 'ready' ? <Pulling {...props} source={state.page} /> : null;
}

function Pulling({ model, pull, source, onDone }: PullFlowProps & { readonly source: Page }) {
  const actions = useActions(source);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void (async () => {
      const action = source.object.actions[pull.action];
      const rows = action === undefined ? null : await chooseSources(model, pull, source);
      if (action !== undefined && rows !== null && rows.length > 0)
        await actions.run(action, rows, {
          onRecords: (records) => {
            for (const record of records) model.addFrom(record);
          },
          onRefused: (text) => model.feedback.error(text),
        });
      onDone();
    })();
  }, [model, pull, source, actions, onDone]);
  return actions.outlet;
}

/** Documents whose lines may be passed on now; the others are grey. */
function chooseSources(model: FormModel, pull: Pull, source: Page): Promise<readonly PickRow[] | null> {
  const { object } = source;
  const [label = 'id'] = object.label;
  const field = {
    ...model.object.fields.id!,
    code: pull.action,
    title: pull.title,
    kind: 'dialogSelect',
    type: 'ref',
    ref: object.object,
    pick: { columns: object.list.columns.flatMap((column) => column.field ?? []).slice(0, COLUMNS) },
  } as const;
  const load = async ({ search, current = 1, size = 50 }: PickBody): Promise<PickData> => {
    const words = search === undefined || search === '' ? {} : { search: { [label]: search } };
    const data = await recordClient.list(source.code, { current, size, ...words }, { quiet: true });
    const records = data.records.map((row: WireRow) => ({
      ...row,
      label: String(row[label] ?? ''),
      ...(row._actions?.includes(pull.action) === true ? {} : { $isDisabled: true, _lock: '没有可选的明细' }),
    }));
    return { records, total: data.total };
  };
  const look = pickLook(field, object.object, {
    object,
    lib: source.lib,
    dict: (code) => source.dicts.get(code),
    now: () => model.env.now,
  });
  return model.desk.ask({
    field,
    title: `选择${pull.title}`,
    many: true,
    chosen: [],
    ...look,
    load,
    loadTree: async () => [],
  });
}
const COLUMNS = 5;
