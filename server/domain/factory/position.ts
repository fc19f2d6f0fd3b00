/** 库位 (20 §5): many at once, from ranges and a pattern of the code. */
import type { Ctx, DomainModule } from '../../ctx';
import { refuse } from '../../errors';
import { type AskOf, answer } from '../../rows';

const MOST = 5000;

export const position: DomainModule<'position'> = {
  actions: {
    async generate(_record, ask, ctx) {
      const wanted = placesOf(ask);
      const known = await codesOf(ctx, ask.warehouse);
      const fresh = wanted.filter(({ code }) => !known.has(code));
      const skipped = wanted.length - fresh.length;
      if (fresh.length === 0) throw refuse(`${wanted.length}个库位都已存在，没有可新增的`);
      if (!ctx.trial)
        await ctx.records.saveAll(
          'position',
          fresh.map((place) => ({ ...place, warehouse: ask.warehouse })),
        );
      const ends = [fresh[0], fresh.at(-1)].map((one) => String(one?.code));
      return answer({
        made: `新增${fresh.length}个库位：${[...new Set(ends)].join(' 至 ')}`,
        skipped: skipped === 0 ? '' : `已存在的${skipped}个跳过`,
      });
    },
  },
};

/** Codes of a warehouse, those of switched off places too. */
const codesOf = async (ctx: Ctx, warehouse: string): Promise<ReadonlySet<string>> => {
  const found = await ctx.asSystem().records.find('position', 'warehouse == param.warehouse', {
    param: { warehouse },
    limit: 200_000,
  });
  return new Set(found.map((row) => row.code));
};

type Ask = AskOf<'position', 'generate'>;
type Place = { readonly [Field in 'rowNo' | 'bay' | 'layer' | 'cell']?: number };
interface Axis {
  readonly ask: 'rows' | 'bays' | 'layers' | 'cells';
  readonly field: keyof Place;
  readonly name: string;
  readonly title: string;
}
const AXES: readonly Axis[] = [
  { ask: 'rows', field: 'rowNo', name: 'row', title: '排' },
  { ask: 'bays', field: 'bay', name: 'bay', title: '列' },
  { ask: 'layers', field: 'layer', name: 'layer', title: '层' },
  { ask: 'cells', field: 'cell', name: 'cell', title: '格' },
];

/** The places the answers describe, in the order of their axes. */
export function placesOf(
  ask: Ask,
): readonly (Place & { readonly code: string; readonly name: string; readonly zone?: string })[] {
  const zone = ask.zone.trim();
  const axes = AXES.flatMap((axis) => {
    const text = String(ask[axis.ask] ?? '').trim();
    return text === '' ? [] : [{ ...axis, numbers: rangeOf(text, axis.title) }];
  });
  const count = axes.reduce((product, { numbers }) => product * numbers.length, 1);
  if (count > MOST) throw refuse(`一次最多生成${MOST}个库位，当前${count}个`);
  let places: readonly Place[] = [{}];
  for (const { field, numbers } of axes)
    places = places.flatMap((place) => numbers.map((number) => ({ ...place, [field]: number })));
  const made = places.map((place) => {
    const words = axes.map(({ field, title }) => `${String(place[field])}${title}`);
    return {
      ...place,
      ...(zone === '' ? {} : { zone }),
      code: codeOf(ask.pattern, zone, place),
      name: `${zone === '' ? '' : `${zone}区`}${words.join('')}`,
    };
  });
  if (new Set(made.map(({ code }) => code)).size < made.length)
    throw refuse('编码格式不能区分这些库位，请加上排、列、层、格');
  return made;
}

/** `1-3` or `2`. */
function rangeOf(text: string, title: string): readonly number[] {
  const found = /^(\d{1,4})(?:\s*[-~—]\s*(\d{1,4}))?$/.exec(text);
  const [from, to] = [Number(found?.[1]), Number(found?.[2] ?? found?.[1])];
  if (!found || to < from) throw refuse(`「${title}」应为一个数或从小到大的范围，例如1-4`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** `{zone}-{row:2}`: a name with the digits it is filled up to. */
function codeOf(pattern: string, zone: string, place: Place): string {
  const code = pattern.replace(/\{([^{}:]*)(?::(\d))?\}/g, (_all, name: string, width: string | undefined) => {
    if (name === 'zone') return zone;
    const axis = AXES.find((axis) => axis.name === name);
    if (axis === undefined) throw refuse(`编码格式中没有「{${name}}」`);
    return String(place[axis.field] ?? '').padStart(Number(width ?? 0), '0');
  });
  if (code === '' || /[{}]/.test(code)) throw refuse('编码格式不正确，例如{zone}-{row:2}-{bay:2}-{layer:2}');
  return code;
}
