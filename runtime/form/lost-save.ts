/**
 * The answer of an earlier save never came: was it stored or not? The same record goes out again under its token, so it is stored once
 * in any case. If more was typed since, a new record is settled first and what was typed becomes a change of it; the change of a stored
 * record needs no such care, because its version guards it.
 */
import { differences, merged } from '../../schemas/language/record/merge';
import { HttpError } from '../data/http';
import { recordClient } from '../data/record-client';
import type { SaveBody, WireRecord } from '../data/types';
import type { DraftKeeper } from './draft-keeper';
import type { FormModel } from './form-model';
import { readRecord } from './wire';

/** The token to go on with; undefined = a new one. */
export async function settleLost(model: FormModel, keeper: DraftKeeper | undefined): Promise<string | undefined> {
  const lost = keeper?.lost;
  if (keeper === undefined || lost === undefined) return undefined;
  if (JSON.stringify(lost.record) === JSON.stringify(model.toSend())) return lost.token;
  if (model.stored !== null) return undefined;
  const mine = { ...model.doc };
  try {
    const { record } = await recordClient.save(model.page.code, lost, { quiet: true });
    takeOver(model, lost, record, mine);
  } catch (cause) {
    // refused: nothing was stored. Without an answer the question stays open
    if (!(cause instanceof HttpError) || cause.code === 0) throw cause;
  }
  keeper.answered();
  return undefined;
}

function takeOver(model: FormModel, lost: SaveBody, record: WireRecord, mine: FormModel['doc']): void {
  const { object, env } = model;
  const sent = readRecord(object, lost.record as WireRecord, env.hops);
  const stored = readRecord(object, record, env.hops);
  const all = differences(object, sent, stored, mine);
  const choices = new Map(all.map(({ key, by }) => [key, by === 'theirs' ? by : 'mine'] as const));
  model.rebase(record, merged(object, sent, stored, mine, all, choices));
}
