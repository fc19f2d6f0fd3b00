/** Answers that are files (specification §7): an attachment is saved under its name; anything else is JSON for the caller. */
export const isAttachment = (headers: unknown): boolean => /attachment/i.test(header(headers, 'content-disposition'));

export const saveAttachment = (blob: Blob, headers: unknown): void =>
  saveBlob(blob, fileName(header(headers, 'content-disposition')));

export const saveBlob = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

/** A file inside an answer, base64. */
export const saveContent = (file: { readonly name: string; readonly content: string }): void =>
  saveBlob(new Blob([Uint8Array.from(atob(file.content), (sign) => sign.charCodeAt(0))]), file.name);

/** RFC 5987 first (`filename*=UTF-8''…`), then the plain name. */
export const fileName = (disposition: string): string => {
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended !== undefined) return decodeURIComponent(extended.trim());
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition)?.[1]?.trim() ?? '下载文件';
};

const header = (headers: unknown, name: string): string => {
  const value = (headers as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' ? value : '';
};
