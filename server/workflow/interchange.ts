/** Flows as files of other tools: the text of a draft as BPMN 2.0, and BPMN 2.0 as a text to go on with. Nothing is written. */
import { checkFlow } from '../../schemas/language/check/flow';
import { libraryOf } from '../../schemas/language/check/index';
import { checkShape } from '../../schemas/language/check/shape';
import type { FlowDoc } from '../../schemas/language/flow/index';
import { filed } from '../design/candidate';
import { badRequest, refuse } from '../errors';
import type { EngineCtx } from '../records/host';
import { exportBpmn } from './bpmn/export';
import { importBpmn } from './bpmn/import';

type Body = Readonly<Record<string, unknown>>;

/** POST /flow/model/export {text}: the text of a flow as BPMN 2.0, refused with the first thing that is wrong with it. */
export async function exportCall(ctx: EngineCtx, { text }: Body): Promise<{ readonly xml: string }> {
  return { xml: await exportBpmn(soundFlow(ctx, text)) };
}

/** POST /flow/model/import {xml, flow, object}: what a file says, under the code and for the documents of the flow it goes into. */
export async function importCall(_ctx: EngineCtx, { xml, flow, object }: Body): Promise<{ readonly text: FlowDoc }> {
  if (typeof xml !== 'string' || typeof flow !== 'string' || typeof object !== 'string') throw badRequest();
  const read = await importBpmn(xml, { flow, object });
  if (read.problems !== undefined) throw refuse(read.problems[0]?.text ?? '格式不正确');
  // whatever the file calls itself: it becomes the text of this flow
  return { text: { ...read.flow, flow, object } };
}

/** A text that came with a request, as a flow the engine and the export may take. */
export function soundFlow(ctx: EngineCtx, given: unknown): FlowDoc {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw badRequest();
  const doc = given as { readonly [key: string]: unknown };
  const [wrong] = checkShape(doc, 'flow');
  if (wrong !== undefined) throw refuse(wrong.text);
  const flow = given as FlowDoc;
  const [problem] = checkFlow(flow, libraryOf(filed(ctx.registry.files))).filter((problem) => problem.level !== 'warn');
  if (problem !== undefined) throw refuse(problem.text);
  return flow;
}
