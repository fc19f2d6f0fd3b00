/** What inputs ask of the form, at the head or in one row: choices, labels, limits, candidates. */

import { lazy } from 'react';
import { offeredBy } from '../../schemas/language/choices';
import { evaluate } from '../../schemas/language/expr/evaluate';
import { renderTemplate } from '../../schemas/language/expr/template';
import { kindOf } from '../../schemas/language/kinds/index';
import { toObjectType } from '../../schemas/language/object-type';
import { scopeAt, slotValue } from '../../schemas/language/record/bind';
import type { FieldModel, Model } from '../../schemas/language/record/model';
import { isOutside } from '../../schemas/language/record/outside';
import { scaleOf } from '../../schemas/language/record/values';
import type { ResolvedDict, ResolvedField } from '../../schemas/language/resolved';
import type { Rec, Row, Value } from '../../schemas/language/value';
import { recordClient, type TreeAsk } from '../data/record-client';
import type { PickBody, PickData, PickRow, TreeNode } from '../data/types';
import { expressionHelp } from '../fields/expression/help';
import type { ExpressionHelp, InputHost, Option, PickWish } from '../fields/input-props';
import type { BrowserEnv } from '../page/browser-env';
import type { Page } from '../page/types';
import type { PickDesk } from '../pick/desk';
import { pickLook } from '../pick/pick-look';
import { noteRecent, recentOf } from '../pick/recent';
import type { PickRequest } from '../pick/request';
import type { AskingForm, FormCalls, RowPlace } from './form-calls';
import { keepPicked } from './pick-values';
import type { UnderWay } from './under-way';
import { targetOf } from './wire';

/** The form as its inputs see it. */
export interface InputForm extends AskingForm {
  readonly page: Page;
  readonly env: BrowserEnv;
  readonly model: Model;
  readonly calls: FormCalls;
  readonly underWay: UnderWay;
  readonly desk: PickDesk;
  readonly stored: Rec | null;
  value(code: string): Value;
  /** a value behind a reference was read that may not be here yet */
  settle(): void;
}

const ConditionOver = lazy(() =>
  import('../condition/ConditionOver').then((module) => ({ default: module.ConditionOver })),
);

export class InputContext implements InputHost {
  readonly Condition = ConditionOver;
  readonly #form: InputForm;
  readonly #place: RowPlace | undefined;

  constructor(form: InputForm, place?: RowPlace) {
    this.#form = form;
    this.#place = place;
  }

  dict(code: string): ResolvedDict | undefined {
    return this.#form.env.dict(code);
  }
  label(object: string, id: string): string {
    return this.#form.env.label(object, id) ?? '';
  }
  isOff(object: string, id: string): boolean {
    return this.#form.env.hops.known(object, id, 'isDisabled') === '1';
  }
  today(): string {
    return this.#form.env.now.slice(0, 10);
  }
  target(field: ResolvedField): string {
    return targetOf(this.#form.object, field);
  }
  pick(field: ResolvedField, body: PickBody): Promise<PickData> {
    const recent =
      field.pick?.recent === false ||
      (body.search ?? '') !== '' ||
      body.texts !== undefined ||
      body.among !== undefined ||
      (body.current ?? 1) > 1
        ? []
        : recentOf(this.#form.env.me.id, this.target(field));
    const more = recent.length === 0 ? {} : { recent };
    return this.#form.underWay.add(this.#form.calls.pick(this.#form, field, { ...body, ...more }, this.#place));
  }
  tree(object: string, parent: string | null, ask?: TreeAsk): Promise<readonly TreeNode[]> {
    return recordClient.tree(object, parent, ask);
  }
  options(field: ResolvedField): readonly Option[] {
    const compiled = this.#model(field)?.options;
    if (compiled === undefined) return [];
    return offeredBy(evaluate(compiled.bound, this.#scope())) ?? [];
  }
  expression(field: ResolvedField): ExpressionHelp | undefined {
    const { over } = field;
    if (over === undefined) return undefined;
    const { object, lib } = this.#form.page;
    const at = this.expressionOver(field);
    const type = at === object.object ? toObjectType(object) : at === undefined ? undefined : lib.object(at);
    return type && expressionHelp(type, lib, field.result);
  }
  /** The object an expression field is about, by its code; undefined as long as none is chosen. */
  expressionOver({ over }: ResolvedField): string | undefined {
    const at = over?.startsWith('=') ? (this.#place?.row ?? this.#form.doc)[over.slice(1)] : over;
    return typeof at === 'string' && at !== '' ? at : undefined;
  }
  /** What an undata field says now; undefined for other fields. */
  text(field: ResolvedField): string | undefined {
    const template = this.#model(field)?.text;
    if (template === undefined) return undefined;
    const said = renderTemplate(template, this.#scope());
    this.#form.settle();
    return said;
  }
  /** What an empty field with `inherit` takes, as a text, and which record it comes over; undefined when there is nothing. */
  inherited(field: ResolvedField): { readonly text: string; readonly source: string } | undefined {
    const compiled = this.#model(field)?.inherited;
    if (compiled === undefined) return undefined;
    const scope = this.#scope();
    const value = evaluate(compiled.bound, scope) as Value;
    if (field.type === 'ref' && typeof value === 'string') this.#form.env.hops.wantLabel(this.target(field), value);
    this.#form.settle();
    const text = kindOf(field.kind).codec.toText(value, field, {
      dict: (code) => this.dict(code),
      label: (object, id) => this.label(object, id),
    });
    if (text === '') return undefined;
    const over = this.#form.object.fields[field.inherit?.split('.')[0] ?? ''];
    const id = over === undefined ? null : this.#form.value(over.code);
    const label = over === undefined || typeof id !== 'string' ? '' : this.label(this.target(over), id);
    return { text, source: label === '' ? (over?.title ?? '') : `${over?.title}「${label}」` };
  }
  stored(field: ResolvedField): Value | undefined {
    const { stored } = this.#form;
    return stored === null || this.#place !== undefined
      ? undefined
      : ((stored[field.code] as Value | undefined) ?? null);
  }
  limit(field: ResolvedField, key: 'min' | 'max'): Value | undefined {
    const slot = this.#model(field)?.[key];
    return slot === undefined ? undefined : slotValue(slot, this.#scope());
  }
  outside(field: ResolvedField, value: Value): boolean {
    const model = this.#model(field);
    return model !== undefined && isOutside(model, value, this.#scope());
  }
  decimals(field: ResolvedField): number {
    const scale = scaleOf(field) ?? 0;
    const unit = this.#model(field)?.unit;
    if (unit === undefined || field.unit === undefined) return scale;
    const id = evaluate(unit.bound, this.#scope());
    const via = this.#place === undefined ? field.unit : `${this.#place.sub}.${field.unit}`;
    const object = this.#form.model.fields.get(via)?.field.ref;
    if (typeof id !== 'string' || object === undefined) return scale;
    const decimals = this.#form.env.hop(object, id, 'decimals');
    return typeof decimals === 'number' ? Math.min(scale, decimals) : scale;
  }
  async openPick(wish: PickWish): Promise<readonly PickRow[] | null> {
    const { field } = wish;
    const load = async (body: PickBody): Promise<PickData> => {
      const data = await this.pick(field, body);
      this.#form.env.hops.merge(data._hop);
      return data;
    };
    const { env, page, object } = this.#form;
    const look = pickLook(field, this.target(field), {
      object,
      lib: page.lib,
      dict: (code) => env.dict(code),
      now: () => env.now,
    });
    const loadTree: PickRequest['loadTree'] = (code, parent, part = 1) => this.tree(code, parent, { part });
    const rows = await this.#form.desk.ask({ ...wish, ...look, load, loadTree });
    if (rows !== null) {
      this.keep(field, rows);
      this.used(field, rows);
    }
    return rows;
  }
  used(field: ResolvedField, rows: readonly PickRow[]): void {
    noteRecent(
      this.#form.env.me.id,
      this.target(field),
      rows.map((row) => row.id),
    );
  }
  keep(field: ResolvedField, rows: readonly PickRow[], data?: PickData): void {
    const { env, page } = this.#form;
    env.hops.merge(data?._hop);
    keepPicked(field, this.target(field), page.lib, rows, env.hops);
  }

  #model(field: ResolvedField): FieldModel | undefined {
    return this.#form.model.fields.get(field.path);
  }
  #scope(): ReturnType<typeof scopeAt> {
    const { env, doc } = this.#form;
    const place = this.#place;
    return scopeAt(env, doc, place?.row, place && (doc[place.sub] as readonly Row[] | undefined));
  }
}
