/**
 * What an implementer does at an object of many fields, gesture by gesture: milliseconds of CPU of the page's main thread (the browser's
 * own counter of tasks) from the press until the frame after what it brought. Twenty of them change the text; twenty undos take them back.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { median } from './measure';
import { settled, spent } from './page';

export const UNDOS = 20;
const TYPED = '新的标题abcd';

export interface Gestures {
  readonly select: number;
  /** one key of a title, and Enter behind it */
  readonly key: number;
  readonly title: number;
  /** the question after the chip of a formula, of an action */
  readonly formula: number;
  readonly action: number;
  /** a chip let go over the sheet, and its question agreed to; a field let go elsewhere */
  readonly drop: number;
  readonly agree: number;
  readonly move: number;
  /** a field named in the line of fields, and one key of that */
  readonly quick: number;
  readonly quickKey: number;
  readonly undo: number;
}

/** `page` shows the sheet of the object; it is left as it was. */
export const measureGestures = async (page: Page, cdp: CDPSession): Promise<Gestures> => {
  const hand = new Hand(page, cdp);
  const selected = await hand.each(['k1', 'k2', 'k6', 'k7', 'k8'], (code) => hand.choose(code));
  const titles = await hand.titles(['k1', 'k2', 'k6', 'k7', 'k8', 'k10']);
  const actions = await hand.actions();
  const formulas = await hand.formulas();
  const moves = await hand.each(['k0', 'k1', 'k2', 'k6', 'k7'], (code) => hand.move(code, 'k12'));
  const drops = await hand.drops(['k0', 'k5', 'k10', 'k15'], 'kind:input');
  const quick = await hand.quick(['数量甲', '数量乙', '数量丙', '数量丁', '数量戊']);
  const undo = await hand.undo(UNDOS);
  return {
    select: median(selected),
    key: median(titles.map(({ key }) => key)),
    title: median(titles.map(({ enter }) => enter)),
    action: median(actions),
    formula: median(formulas),
    move: median(moves),
    drop: median(drops.map(({ drop }) => drop)),
    agree: median(drops.map(({ agree }) => agree)),
    quick: median(quick.map(({ enter }) => enter)),
    quickKey: median(quick.map(({ key }) => key)),
    undo,
  };
};

export const KEPT_OF = 200;
/** What so many gestures leave in the heap, bytes of each; they and their undos take turns, so the text does not grow. */
export const measureHeap = (page: Page, cdp: CDPSession): Promise<number> => new Hand(page, cdp).heap(KEPT_OF);

class Hand {
  readonly #page: Page;
  readonly #cdp: CDPSession;
  constructor(page: Page, cdp: CDPSession) {
    this.#page = page;
    this.#cdp = cdp;
  }
  async each(codes: readonly string[], act: (code: string) => Promise<number>): Promise<readonly number[]> {
    const used: number[] = [];
    for (const code of codes) used.push(await act(code));
    return used;
  }
  /** A press on a field until its properties stand. */
  async choose(code: string): Promise<number> {
    await this.#over(this.#field(code));
    const used = await this.#spent(() => this.#press());
    await this.#shown(this.#properties.locator('header').getByText(code, { exact: true }).first());
    await this.#quiet();
    return used;
  }
  async titles(codes: readonly string[]): Promise<readonly { readonly key: number; readonly enter: number }[]> {
    const used: { key: number; enter: number }[] = [];
    for (const code of codes) {
      await this.choose(code);
      const line = this.#properties.locator('[data-key="title"] :is(input, textarea)').first();
      await line.focus();
      await line.selectText();
      await this.#page.waitForTimeout(200);
      const keys = await this.#spent(() => this.#type(TYPED));
      const enter = await this.#spent(() => this.#page.keyboard.press('Enter'));
      await this.#shown(this.#field(code).getByText(TYPED).first());
      await this.#quiet();
      used.push({ key: keys / TYPED.length, enter });
    }
    return used;
  }
  /** The question for a formula: a chip of the palette is pressed. */
  async formulas(): Promise<readonly number[]> {
    return this.each(['kind:formula', 'kind:formula', 'kind:formula'], (id) => this.#asked(this.#chip(id)));
  }
  async actions(): Promise<readonly number[]> {
    await this.#side('动作');
    const add = this.#page.getByRole('tree', { name: '大纲' }).getByRole('button', { name: /^新增/ }).first();
    const used: number[] = [];
    for (let n = 0; n < 3; n += 1) used.push(await this.#asked(add));
    await this.#side('编辑页');
    await this.#page.getByRole('tab', { name: '组件', exact: true }).click();
    await this.#shown(this.#field('k1'));
    await this.#quiet();
    return used;
  }
  async #side(title: string): Promise<void> {
    await this.#page.getByRole('tablist', { name: '对象的各面' }).getByRole('tab', { name: title }).click();
    await this.#quiet();
  }
  async #asked(target: Locator): Promise<number> {
    await this.#over(target);
    const used = await this.#spent(() => this.#press());
    await this.#shown(this.#dialog);
    await this.#quiet();
    await this.#page.keyboard.press('Escape');
    await this.#dialog.waitFor({ state: 'hidden' });
    await this.#quiet();
    return used;
  }
  /** A field is carried behind another one; only letting go is measured. */
  async move(code: string, behind: string): Promise<number> {
    await this.#carry(this.#field(code), behind);
    const used = await this.#spent(() => this.#page.mouse.up());
    await this.#quiet();
    return used;
  }
  /** A chip is let go behind a field, its question is agreed to. */
  async drops(
    behind: readonly string[],
    id: string,
  ): Promise<readonly { readonly drop: number; readonly agree: number }[]> {
    const used: { drop: number; agree: number }[] = [];
    for (const code of behind) {
      const count = await this.#count();
      await this.#carry(this.#chip(id), code);
      const drop = await this.#spent(() => this.#page.mouse.up());
      await this.#shown(this.#dialog);
      await this.#page.keyboard.type(`字段${code}后`);
      // the code is proposed a moment after the title is typed
      await this.#page.waitForTimeout(800);
      const agree = await this.#spent(() => this.#page.keyboard.press('Enter'));
      await this.#counted(count + 1);
      await this.#quiet();
      used.push({ drop, agree });
    }
    return used;
  }
  /** One field named in the line of the palette, and Enter. */
  async quick(names: readonly string[]): Promise<readonly { readonly key: number; readonly enter: number }[]> {
    const used: { key: number; enter: number }[] = [];
    for (const name of names) {
      const line = this.#page.getByRole('textbox', { name: '加字段' });
      await line.focus();
      const count = await this.#count();
      const keys = await this.#spent(() => this.#type(name));
      const enter = await this.#spent(async () => {
        await this.#page.keyboard.press('Enter');
        await this.#counted(count + 1);
      });
      await this.#quiet();
      used.push({ key: keys / name.length, enter });
    }
    return used;
  }
  /** As many presses of Ctrl+Z as fast as they come: their sum. */
  async undo(times: number): Promise<number> {
    await this.#field('k3').hover();
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.#quiet();
    const used = await this.#spent(async () => {
      for (let n = 0; n < times; n += 1) await this.#page.keyboard.press('Control+z');
    });
    await this.#quiet();
    // a gesture may have been two: the next repetition needs the text as it was
    const back = this.#field('k1').getByText('字段1', { exact: true }).first();
    for (let n = 0; n < times && !(await back.isVisible()); n += 1) {
      await this.#page.keyboard.press('Control+z');
      await this.#page.waitForTimeout(100);
    }
    await this.#shown(back);
    await this.#quiet();
    return used;
  }
  async heap(times: number): Promise<number> {
    await this.choose('k3');
    const before = await this.#heapSize();
    for (let n = 0; n < times / 2; n += 1) {
      await this.#page.keyboard.press('Alt+ArrowDown');
      await this.#page.keyboard.press('Control+z');
      if (n % 20 === 19) await this.#quiet();
    }
    await this.#quiet();
    return ((await this.#heapSize()) - before) / times;
  }
  async #heapSize(): Promise<number> {
    for (let n = 0; n < 3; n += 1) await this.#cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#cdp.send('Runtime.getHeapUsage');
    return usedSize;
  }

  get #properties(): Locator {
    return this.#page.getByRole('complementary', { name: '属性' });
  }
  get #dialog(): Locator {
    return this.#page.getByRole('dialog');
  }
  #field(code: string): Locator {
    return this.#page.frameLocator('iframe').locator(`[data-field="${code}"]`).first();
  }
  #chip(id: string): Locator {
    return this.#page.locator(`[data-chip="${id}"]`);
  }
  #count(): Promise<number> {
    return this.#page.frameLocator('iframe').locator('[data-field]').count();
  }
  async #counted(count: number): Promise<void> {
    await this.#page.waitForFunction(
      (wanted) =>
        (document.querySelector('iframe')?.contentDocument?.querySelectorAll('[data-field]').length ?? 0) >= wanted,
      count,
      { polling: 50 },
    );
  }
  async #shown(target: Locator): Promise<void> {
    await target.waitFor();
  }
  async #spent(work: () => Promise<unknown>): Promise<number> {
    return spent(this.#cdp, async () => {
      await work();
      await settled(this.#page);
    });
  }
  async #press(): Promise<void> {
    await this.#page.mouse.down();
    await this.#page.mouse.up();
  }
  async #type(text: string): Promise<void> {
    for (const char of text) await this.#page.keyboard.type(char);
  }
  /** What a gesture leaves for later (sending, checking, rows of properties out of view) is over. */
  async #quiet(): Promise<void> {
    await this.#page.waitForTimeout(900);
  }
  /** The driver's own checks of a click would be counted: the pointer goes there before. */
  async #over(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (box === null) throw new Error('nothing to point at');
    await this.#page.mouse.move(box.x + Math.min(12, box.width / 2), box.y + box.height / 2);
    await this.#page.waitForTimeout(200);
  }
  async #carry(from: Locator, behind: string): Promise<void> {
    await from.scrollIntoViewIfNeeded();
    const [a, b] = [await from.boundingBox(), await this.#field(behind).boundingBox()];
    if (a === null || b === null) throw new Error('nothing to carry, or nowhere to');
    await this.#page.mouse.move(a.x + Math.min(20, a.width / 2), a.y + a.height / 2);
    await this.#page.mouse.down();
    await this.#page.mouse.move(a.x + 40, a.y + a.height / 2 + 8, { steps: 3 });
    await this.#page.mouse.move(b.x + b.width * 0.95, b.y + b.height / 2, { steps: 4 });
    await this.#page.locator('[data-canvas] [role=status]').waitFor();
    await this.#page.waitForTimeout(300);
  }
}
