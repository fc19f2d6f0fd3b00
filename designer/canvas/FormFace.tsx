/** The edit or detail page of a draft over one record, drawn by the runtime; nothing on it saves or calls. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { WireRecord } from '../../runtime/data/types';
import { FormModel, FormOfCellContext, formLayout, type OpenForm } from '../../runtime/form/index';
import { type Page, useHost } from '../../runtime/page/index';
import { createPickDesk } from '../../runtime/pick/index';
import { OpenDetail, OpenEdit } from '../../runtime/record/index';
import { type Kept, KeptCells } from './kept-cells';

interface Props {
  readonly page: Page;
  readonly record: WireRecord;
}
const nothing = (): void => undefined;
const refused = async (): Promise<boolean> => false;

export const FormFace = ({ page, record }: Props) => {
  const { feedback } = useHost();
  const viewing = page.sort === 'detail';
  const model = useMemo(
    () => new FormModel({ page, wire: record, fresh: false, feedback, desk: createPickDesk(), viewing }),
    [page, record, feedback, viewing],
  );
  const { layout, formOf } = useKept(model);
  const [tab, setTab] = useState(0);
  const form: OpenForm = {
    model,
    layout,
    keeper: undefined,
    saving: false,
    notice: null,
    newer: null,
    tab,
    setTab,
    dismiss: nothing,
    save: refused,
    reload: async () => undefined,
    settle: refused,
    keepMine: nothing,
    show: nothing,
  };
  return (
    <FormOfCellContext value={formOf}>
      {viewing ? (
        <OpenDetail page={page} form={form} embedded={false} />
      ) : (
        <OpenEdit page={page} form={form} onClose={nothing} />
      )}
    </FormOfCellContext>
  );
};

/** The layout of the form, and the forms its cells are drawn in; one that no cell is drawn in any more goes. */
function useKept(model: FormModel): Kept {
  const [cells] = useState(() => new KeptCells());
  const kept = useMemo(
    () => cells.take(model, { ...formLayout(model, { keepEmpty: true }), unfolded: true as const }),
    [cells, model],
  );
  const live = useRef(new Set<FormModel>());
  useEffect(() => {
    live.current.add(model);
    for (const each of live.current) {
      if (cells.holds(each)) continue;
      live.current.delete(each);
      each.dispose();
    }
  }, [cells, model]);
  useEffect(() => {
    const forms = live.current;
    return () => {
      for (const each of forms) each.dispose();
      forms.clear();
    };
  }, []);
  return kept;
}
