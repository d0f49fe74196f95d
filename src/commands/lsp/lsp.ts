/** `interlock lsp`: a language server over standard input and output, for as long as the editor wants it. */
import type { Host } from '../../host/host.js';
import { CLEAN, COULD_NOT_RUN, type ExitStatus } from '../status.js';
import { serve } from './server.js';

export async function lsp(host: Host): Promise<ExitStatus> {
  if (host.editor === undefined) {
    host.err('no editor can be served here\n');
    return COULD_NOT_RUN;
  }
  const editor = await host.editor();
  const ended = new Promise<ExitStatus>((done) => editor.connection.onExit(() => done(CLEAN)));
  serve(editor, host);
  return ended;
}
