/** What a new record is opened with (a row somebody acts on) is asked about as if he had chosen it in the form: services bring what follows. */
import type { Json } from '../../schemas/language/value';
import type { FormModel } from './form-model';

export async function followGiven(form: FormModel, given: Json | undefined): Promise<void> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return;
  const codes = new Set(Object.keys(given));
  const served = form.model.events.filter(
    ({ rule, on }) => rule.service !== undefined && on.some((path) => codes.has(path)),
  );
  for (const { address } of served)
    await form.serve(address, (answer) => {
      // nobody has typed anything because of it
      const { dirty } = form;
      form.merge(answer);
      form.dirty = dirty;
    });
}
