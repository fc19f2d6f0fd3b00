/** Forms and dialogs with something typed that is not stored: while there are any, nobody is sent away from the page. */
const open = new Set<object>();

export const noteUnsaved = (form: object, isUnsaved: boolean): void => {
  if (isUnsaved) open.add(form);
  else open.delete(form);
};
export const anyUnsaved = (): boolean => open.size > 0;
