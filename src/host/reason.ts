/** Why a system call failed, in words. */

/** System errors by code, in words; the message of Node repeats the path. */
export function reason(error: unknown): string {
  const code = (error as { code?: string }).code;
  const words: Readonly<Record<string, string>> = {
    ENOENT: 'it does not exist',
    EACCES: 'permission denied',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of its path is no directory',
    ENOSPC: 'no space is left on the device',
    EROFS: 'the file system is read-only',
    ELOOP: 'symbolic links form a loop',
  };
  return (code === undefined ? undefined : words[code]) ?? code ?? String(error);
}
