/**
 * Every rule and check of every shipped document (language reference §13): there is a record for which it holds and one for which it does
 * not, and browser and server say the same of both.
 */
import { describe, expect, it } from 'vitest';
import type { Bound } from '../../schemas/language/expr/check';
import { truth } from '../../schemas/language/expr/evaluate';
import { type Model, modelOf } from '../../schemas/language/record/model';
import { shippedRegistry } from '../../server/compose';
import { BOOL, bindText } from '../../server/records/expression';
import type { Page } from '../../server/registry/pages';
import { judge } from '../support/rule-sides';
import { findWorld, type Goal, scopeOf, type World } from '../support/rule-worlds';

const registry = shippedRegistry();
const pages = [...registry.pages.values()].filter(
  (page) => page.sort === 'list' && page.view === undefined && page.report === undefined && page.board === undefined,
);

interface Place {
  readonly name: string;
  readonly sub?: string | undefined;
  readonly isNew: boolean;
  readonly when?: Bound | undefined;
  readonly that?: Bound;
}
/** Rules, locks and colours of rows, checks. */
function placesOf(model: Model): readonly Place[] {
  const rules = [...model.states, ...model.events].map(({ address, sub, when }) => ({
    name: address,
    sub,
    isNew: false,
    when: when?.bound,
  }));
  const rows = [...model.subs].flatMap(([sub, { lock, tones = [] }]) =>
    [['lock', lock] as const, ...tones].map(([name, tone]) => ({
      name: `fields.${sub}.rows.${name}`,
      sub,
      isNew: false,
      when: tone?.bound,
    })),
  );
  const checks = model.checks.map(({ address, sub, when, that }) => ({
    name: address,
    sub,
    isNew: true,
    when: when?.bound,
    that: that.bound,
  }));
  return [...rules, ...rows, ...checks].filter((rule) => rule.when !== undefined || 'that' in rule);
}
const goalOf = ({ sub, isNew, when, that }: Place, want: boolean): Goal =>
  that === undefined
    ? { sub, isNew, all: [[when as Bound, want]] }
    : { sub, isNew, all: [...(when === undefined ? [] : ([[when, true]] as const)), [that, want]] };

/** Conditions of buttons: the server alone answers them. */
const actionsOf = (page: Page): readonly Place[] =>
  Object.values(page.actions).flatMap(({ code, in: sub, when }) =>
    when === undefined
      ? []
      : [
          {
            name: `actions.${code}`,
            sub,
            isNew: false,
            when: bindText(registry.lib, page.object.object, when, {
              ...(sub === undefined ? {} : { sub }),
              want: BOOL,
            }),
          },
        ],
  );
const holds = (goal: Goal, world: World): boolean =>
  goal.all.every(([bound, want]) => truth(bound, scopeOf(goal, world)) === want);

it('looks at every document that has any', () => {
  const seen = new Set(pages.map((page) => page.object.object));
  const left = [...registry.objects.values()].filter((object) => placesOf(modelOf(object, registry.lib)).length > 0);
  expect(left.map(({ object }) => object).filter((code) => !seen.has(code))).toEqual([]);
});

const told = pages.map((page) => ({
  code: page.object.object,
  page,
  places: placesOf(modelOf(page.object, registry.lib)),
  actions: actionsOf(page),
}));

describe.each(told.filter(({ places }) => places.length > 0))('$code', ({ code, page, places }) => {
  const model = modelOf(page.object, registry.lib);
  it('says the same on both sides where a rule or check holds and where it does not', () => {
    const missed: string[] = [];
    for (const place of places)
      for (const want of [true, false]) {
        const name = `${code} ${place.name} ${want}`;
        const goal = goalOf(place, want);
        // only what is left of it when it is saved counts
        const found = findWorld(registry, model, {
          ...goal,
          holds: (world, at) => {
            const { browser, server, rec, failed } = judge(registry, page, world);
            expect(browser, name).toEqual(server);
            return holds(at, { ...world, rec }) && (place.that === undefined || failed.has(place.name) === !want);
          },
        });
        if (found === undefined) missed.push(name);
      }
    expect(missed).toEqual([]);
  });
});

describe.each(told.filter(({ actions }) => actions.length > 0))('actions of $code', ({ page, actions }) => {
  const model = modelOf(page.object, registry.lib);
  it('have records that allow them and records that do not', () => {
    const missed = actions.flatMap((place) =>
      [true, false]
        .filter((want) => findWorld(registry, model, goalOf(place, want)) === undefined)
        .map((want) => `${place.name} ${want}`),
    );
    expect(missed).toEqual([]);
  });
});
