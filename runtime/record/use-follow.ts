/** The open record as it is now: where its list is live, what others and the server's own work change is shown while nothing typed is at stake. */
import { useEffect, useRef } from 'react';
import { live } from '../data/live';
import { recordClient } from '../data/record-client';
import type { OpenForm } from '../form/use-form';
import { useHost } from '../page/host';

const GATHER_MS = 400;

export function useFollow(form: OpenForm): void {
  const { active } = useHost();
  const latest = useRef({ form, active });
  latest.current = { form, active };
  const { object } = form.model.page;
  const id = form.model.stored?.id;
  useEffect(() => {
    if (object.list.live !== true || typeof id !== 'string') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (latest.current.active) void renew(() => latest.current.form, id);
      }, GATHER_MS);
    };
    const stop = live.watch([`record:${object.object}:${id}`], { onChange: soon, onGap: soon });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [object, id]);
}

const renew = async (now: () => OpenForm, id: string): Promise<void> => {
  const { model } = now();
  const wire = await recordClient.getOne(model.page.code, { id }, { quiet: true }).catch(() => undefined);
  const { saving, newer } = now();
  const isSame = wire?.version === model.stored?.version;
  if (wire === undefined || isSame || model !== now().model || model.dirty || saving || newer !== null) return;
  model.load(wire);
};
