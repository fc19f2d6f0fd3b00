/** DATA_DIR as it was given: made when missing, or a sentence that says why it cannot be used. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeFolder } from './durable';
import { StartError } from './start-error';

/** Answers its real path. Root's is entered by the user postgres; every secret in it has its own mode. */
export const useDataDir = async (given: string): Promise<string> => {
  const dataDir = resolve(given);
  const no = (zh: string, en: string): StartError =>
    new StartError(
      `无法使用数据目录 ${dataDir}：${zh}；请用 DATA_DIR 指定另一个目录。 ` +
        `Data directory ${dataDir} cannot be used: ${en}. Set DATA_DIR to another one.`,
    );
  try {
    await makeFolder(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    const found = statSync(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!found.isDirectory()) throw no('它是文件，不是目录', 'it is a file, not a folder');
    return realpathSync(dataDir);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw no('它是文件，不是目录', 'it is a file, not a folder');
    if (code === 'ENOTDIR') throw no('上级路径中有文件', 'a part of its path is a file');
    if (code === 'EROFS') throw no('所在的文件系统只读', 'its file system is read-only');
    if (code === 'EACCES' || code === 'EPERM')
      throw no(
        '当前用户没有读写权限，它可能属于其他用户',
        'this user may not write there; it may belong to another one',
      );
    throw no(message, message);
  }
};

/** PostgreSQL refuses a cluster of another user with a text nobody sees: told before. */
export const checkOwner = (folder: string, uid: number | undefined): void => {
  const owner = statSync(folder).uid;
  if (uid === undefined || owner === uid) return;
  throw new StartError(
    `数据库目录 ${folder} 属于其他用户（uid ${owner}）；请用该用户启动，或改变其所有者。 ` +
      `The database folder ${folder} belongs to another user (uid ${owner}): start as that user or change its owner.`,
  );
};
