/** Sending what was entered: held scans first, then what is wrong with it, then the network or the queue. */
import { useRef, useState } from 'react';
import type { Refusal } from '../data/types';
import { typingOver } from '../form/finish-typing';
import type { FormModel } from '../form/form-model';
import { anyway } from '../page/anyway';
import { useHost } from '../page/host';
import { type FloorPlan, judgeToSend } from './floor-form';
import { offersMoved } from './kept-picks';
import { beep } from './scan';
import type { ScanDesk } from './scan-desk';
import { type Again, send } from './submit';

export interface SubmitOptions {
  readonly model: FormModel;
  readonly plan: FloorPlan;
  readonly scans: ScanDesk;
  /** what waits in the queue is called so */
  readonly title: string;
  readonly refuse: (text: string, refusal?: Refusal) => void;
  /** stored, not only kept */
  readonly onDone: () => void;
  readonly onNext: (stored?: string) => void;
}
const NOT_KEPT = '没有存上，内容还在本页。请联网后再提交；本机空间已满时先上传待上传的内容';

export function useSubmit({ model, plan, scans, title, refuse, onDone, onNext }: SubmitOptions) {
  const host = useHost();
  const { setDirty } = host;
  const [busy, setBusy] = useState(false);
  const lost = useRef<Again>(undefined);
  const submit = async (accept: readonly string[] = []): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await scans.hold();
      const held = await typingOver(model);
      if (held !== null) {
        refuse(held);
        return;
      }
      const [problem] = judgeToSend(model, plan);
      if (problem) {
        refuse(problem.text);
        return;
      }
      const sent = await send(model, { plan, now: host.session.now, title, accept, again: lost.current });
      lost.current = sent.how === 'lost' ? sent.again : undefined;
      if (sent.how === 'warned') {
        setBusy(false);
        if (await host.feedback.confirm(anyway(sent.text))) await submit(sent.accept);
        return;
      }
      if (sent.how === 'lost') {
        refuse(sent.text);
        return;
      }
      if (sent.how === 'refused') {
        model.paint(sent.refusal.problems ?? []);
        refuse(sent.text, sent.refusal);
        return;
      }
      beep(true);
      if (sent.how === 'queued') host.feedback.warning('已存本机，待上传');
      else {
        offersMoved();
        onDone();
        host.feedback.success(`${model.object.title}已提交`);
      }
      setDirty(false);
      onNext(sent.how === 'stored' ? sent.id : undefined);
    } catch {
      refuse(NOT_KEPT);
    } finally {
      setBusy(false);
      scans.free();
    }
  };
  return { busy, submit };
}
