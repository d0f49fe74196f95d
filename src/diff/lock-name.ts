/** What a lock is called; apart from its reader, which is loaded only where there is one. */
export const LOCK_NAME = 'interlock.lock.json';
