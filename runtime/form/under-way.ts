/**
 * What a form has asked and waits for: candidates of a text that was typed, values behind references, services of rules. A save waits
 * until they are there, for what they bring belongs to it; a network that does not answer must not hold it up for ever.
 */
const LIMIT_MS = 5000;

export class UnderWay {
  readonly #questions = new Set<Promise<unknown>>();
  /** those that become of what somebody typed: nothing goes out before they are answered */
  readonly #typed = new Set<Promise<unknown>>();

  get any(): boolean {
    return this.#questions.size > 0;
  }
  /** A text somebody typed is still looked up. */
  get isTyped(): boolean {
    return this.#typed.size > 0;
  }
  add<T>(question: Promise<T>, typed = false): Promise<T> {
    const over: Promise<unknown> = question
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        this.#questions.delete(over);
        this.#typed.delete(over);
      });
    this.#questions.add(over);
    if (typed) this.#typed.add(over);
    return question;
  }
  /** Until nothing is asked any more, answers to answers included; at most `limit` milliseconds. */
  async over(limit: number = LIMIT_MS): Promise<void> {
    const until = Date.now() + limit;
    while (this.any && Date.now() < until) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((done) => {
        timer = setTimeout(done, until - Date.now());
      });
      await Promise.race([Promise.all(this.#questions), late]);
      clearTimeout(timer);
      // whoever asked takes the answer first: it may lead to the next question
      await new Promise<void>((done) => setTimeout(done));
    }
  }
}
