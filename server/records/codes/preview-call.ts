/** What number a form would get, for who may enter such a document. */
import { factsOf } from '../../../schemas/language/kinds/index';
import { decodeRecord } from '../../../schemas/language/kinds/record-codec';
import { modelOf } from '../../../schemas/language/record/model';
import { AppError, forbidden } from '../../errors';
import { objectOf } from '../context';
import { makeEnv } from '../env';
import type { EngineCtx } from '../host';
import type { Wire } from '../read/read';
import { previewCode } from './codes';

/** POST /application/appdata/codeRule {object, field, values} → {preview, manual, ruleCode} */
export async function codeRuleCall(ctx: EngineCtx, body: Readonly<Record<string, unknown>>): Promise<Wire> {
  const object = objectOf(ctx, String(body.object ?? ''));
  const { rights } = ctx.session;
  // who enters documents by a right of its own (start) has a number as well
  const { add, edit } = object.actions;
  const any = [`${object.object}:add`, `${object.object}:edit`, add?.right, edit?.right];
  if (!any.some((right) => right !== undefined && rights.has(right))) throw forbidden();
  const model = modelOf(object, ctx.registry.lib);
  const code = typeof body.field === 'string' && body.field !== '' ? body.field : undefined;
  const field =
    code === undefined
      ? [...model.head.fields.values()].find((field) => factsOf(field.field).isNumbered)
      : model.fields.get(code);
  if (!field || !factsOf(field.field).isNumbered) throw new AppError(400);
  const { rec } = decodeRecord(object, body.values ?? {}, { newId: ctx.newId });
  return previewCode(ctx, makeEnv(ctx), model, field, rec);
}
