/** The scan line: tells at once by colour, word and sound what became of a code. */
import { useEffect, useState } from 'react';
import { gs1Of, ownCode } from '../../schemas/language/codec/scanned';
import type { ResolvedField } from '../../schemas/language/resolved';
import { recordClient } from '../data/record-client';
import { scanRefusal } from '../data/scan-client';
import { useSignal } from '../data/signal';
import type { PickRow, WireRecord } from '../data/types';
import { namedBy } from '../fields/shared/exact';
import type { FormModel } from '../form/form-model';
import { keepPicked } from '../form/pick-values';
import { targetOf } from '../form/wire';
import { chooseOne, NOT_CHOSEN } from '../page/choose';
import { scannedValue } from '../page/scanned-value';
import styles from './floor.module.css';
import { countOf, type FloorPlan, pieceRows, tileBy } from './floor-form';
import { keptFor, useKeptScans } from './kept-picks';
import { pieceScanned, tapWithin } from './limit';
import type { LineDesk } from './line-desk';
import { type Echo, ScanBox } from './ScanBox';
import { beep } from './scan';
import type { ScanDesk } from './scan-desk';

export interface ScanLineProps {
  readonly model: FormModel;
  readonly scans: ScanDesk;
  readonly plan: FloorPlan;
  /** rows that are worked off: a code says which one is meant */
  readonly lines?: LineDesk | undefined;
}

/** Fields are filled in their order; a code of a tile counts it up. */
export function ScanLine({ model, plan, scans, lines }: ScanLineProps) {
  const { scan: fields, tiles, rows, offline } = plan;
  const [last, setLast] = useState<Echo | null>(null);
  useSignal(scans.signal);
  useKeptScans(model, fields, offline);
  const isDeaf = fields.length + tiles.length + rows.length === 0 && lines === undefined;
  // a scan waits for the one before, which may be asking which of several things is meant
  useEffect(() => {
    if (isDeaf) return;
    return scans.attach(async (text) => {
      setLast({ tone: 'busy', text });
      const answer =
        (await ofLine(lines, model, fields, text)) ??
        counted(model, plan, text) ??
        piece(model, plan, text) ??
        (await fillOrPiece(model, plan, text));
      beep(answer.tone === 'good');
      setLast(answer);
    });
  }, [scans, model, plan, fields, lines, isDeaf]);
  const waiting = scans.waiting.at(-1);
  const echo: Echo | null = waiting === undefined ? last : { tone: 'busy', text: `已收到 ${waiting}，稍后填入` };

  if (isDeaf) return <div className={styles.scan} />;
  const pieces = pieceRows(model, plan);
  const asked = pieces === undefined ? fields : [...fields.filter((field) => isOpen(model, field)), pieces.field];
  const named = [...asked, ...tiles.map(({ field }) => field)].map((field) => field.title);
  if (lines !== undefined) named.push(...lines.scans);
  return <ScanBox hint={`请扫码：${named.join('、')}`} echo={echo} onRead={(text) => scans.read(text)} />;
}

/** Once the head is filled, or where no code fills it, codes are of the rows. */
async function ofLine(
  lines: LineDesk | undefined,
  model: FormModel,
  fields: readonly ResolvedField[],
  text: string,
): Promise<Echo | undefined> {
  if (lines === undefined || fields.some((field) => isOpen(model, field))) return undefined;
  return lines
    .scanned(model.page.code, text)
    .catch((error: unknown) => ({ tone: 'bad', text: scanRefusal(error) ?? `网络中断，不能识别：${text}` }) as const);
}

/** A code of a tile is one more of it. */
function counted(model: FormModel, plan: FloorPlan, text: string): Echo | undefined {
  const found = tileBy(model, plan.tiles, ownCode(text)?.code ?? text);
  if (found === undefined || model.states.readonly.has(found.sub.code)) return undefined;
  const { sub, field, tile } = found;
  const refusal = tapWithin(model, plan, { sub, field }, tile);
  if (refusal !== undefined) return { tone: 'bad', text: refusal };
  return { tone: 'good', text: `${tile.title} +1，共 ${countOf(model, sub, field.code, tile.value)}` };
}

/** Once the fields are filled, what is no label of something else is a piece. */
function piece(model: FormModel, plan: FloorPlan, text: string): Echo | undefined {
  const own = ownCode(text);
  if ((own !== undefined && own.type !== 'LB') || plan.scan.some((field) => isOpen(model, field))) return undefined;
  const said = pieceScanned(model, plan, own?.code ?? text.trim());
  return said && { tone: said.isDone ? 'good' : 'bad', text: said.text };
}
/** What no field knows is a piece too, once it is known of what. */
async function fillOrPiece(model: FormModel, plan: FloorPlan, text: string): Promise<Echo> {
  const filled = await fill(model, plan.scan, text);
  const isBegun = plan.scan.some(({ code }) => (model.value(code) ?? '') !== '');
  if (filled.tone === 'good' || !isBegun || ownCode(text) !== undefined) return filled;
  const said = pieceScanned(model, plan, text.trim());
  return said === undefined ? filled : { tone: said.isDone ? 'good' : 'bad', text: said.text };
}
/** May still be filled by a code: nothing else has. */
const isOpen = (model: FormModel, { code }: ResolvedField): boolean => {
  const value = model.value(code);
  return (value === null || value === '') && !model.states.readonly.has(code) && !model.states.hidden.has(code);
};

/** The first scan field without a value that knows the code; a code for a filled one replaces it only when no other takes it. */
async function fill(model: FormModel, fields: readonly ResolvedField[], text: string): Promise<Echo> {
  const isEmpty = (field: ResolvedField): boolean => {
    const value = model.value(field.code);
    return value === null || value === '';
  };
  const order = [...fields.filter(isEmpty), ...fields.filter((field) => !isEmpty(field))];
  const there = await standing(model, fields, text);
  if (there !== undefined) return there;
  // what a field that cannot take it says; where none can, the last one is heard
  let refusal: string | undefined;
  for (const field of order) {
    if (model.states.readonly.has(field.code) || model.states.hidden.has(field.code)) continue;
    try {
      if (field.ref === undefined) {
        const value = await textFor(model, field, text);
        if (value === undefined) return { tone: 'bad', text: NOT_CHOSEN };
        model.set(field.code, value);
        return { tone: 'good', text: `${field.title} ${value}` };
      }
      const known = await namedIn(model, fields, field, text);
      if (known.length === 0) continue;
      const found = await chooseOne(model.feedback, text, known, ({ label }) => ({ label }));
      if (found === undefined) return { tone: 'bad', text: NOT_CHOSEN };
      if (found.$isDisabled === true) {
        refusal = `「${found.label}」已停用，请重新选择`;
        continue;
      }
      keepPicked(field, targetOf(model.object, field), model.page.lib, [found], model.env.hops);
      model.set(field.code, found.id, found);
      return { tone: 'good', text: `${field.title} ${found.label}` };
    } catch (error) {
      refusal = scanRefusal(error) ?? `网络中断，不能识别：${text}`;
    }
  }
  return { tone: 'bad', text: refusal ?? `无法识别的条码：${text}` };
}

/** A label of what a closed field holds already says nothing new: scanners fire twice, and people make sure. */
async function standing(model: FormModel, fields: readonly ResolvedField[], text: string): Promise<Echo | undefined> {
  if (ownCode(text) === undefined) return undefined;
  for (const field of fields) {
    const value = model.value(field.code) ?? '';
    const { readonly, hidden } = model.states;
    if (field.ref === undefined || value === '' || !readonly.has(field.code) || hidden.has(field.code)) continue;
    // one that cannot be asked leaves it to the others
    const known = await namedIn(model, fields, field, text).catch(() => []);
    const same = known.find(({ id }) => id === value);
    if (same !== undefined) return { tone: 'good', text: `已是${field.title} ${same.label}` };
  }
  return undefined;
}

/** What its picker finds; without a network what it offered before. */
async function namedIn(
  model: FormModel,
  fields: readonly ResolvedField[],
  field: ResolvedField,
  text: string,
): Promise<readonly PickRow[]> {
  try {
    return await candidates(model, field, text);
  } catch (error) {
    if (scanRefusal(error) !== undefined) throw error;
    const kept = keptFor(model, fields, field, text);
    if (kept.length === 0) throw error;
    return kept;
  }
}

/** What a text field takes of a code: of our labels and GS1 texts what the server says it means there; undefined = not chosen. */
const textFor = async (model: FormModel, field: ResolvedField, text: string): Promise<string | undefined> =>
  ownCode(text) === undefined && gs1Of(text) === undefined
    ? text
    : scannedValue(model.feedback, model.page.code, field.code, text);

/** Its picker reads the code; plain codes it may find by a part are taken where they are whole, or where nothing else is like them. */
async function candidates(model: FormModel, field: ResolvedField, code: string) {
  const ask = { record: model.toSend() as WireRecord, search: code, current: 1, size: 20 };
  const { records } = await recordClient.pick(model.page.code, field.code, ask, { quiet: true });
  const open = records.filter((row) => row.$isDisabled !== true);
  const from = open.length > 0 ? open : records;
  const exact = from.filter((row) => row.code === code || row.nbr === code || row.label.endsWith(` ${code}`));
  return exact.length > 0 ? exact : namedBy(from, code);
}
