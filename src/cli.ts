/** The process: wires streams and environment into the command line and exits with its status. */
import { run } from './commands/program.js';
import { nodeHost } from './host/node.js';
import { withProgress } from './host/progress.js';

// A closed pipe (`interlock prove . | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const plain = nodeHost(process.env, process.stdout.isTTY === true);
const { stderr } = process;
const host = stderr.isTTY
  ? withProgress(plain, {
      write: (text) => void stderr.write(text),
      columns: () => stderr.columns || 80,
      now: () => performance.now(),
    })
  : plain;
void run(host, process.argv.slice(2)).then((status) => {
  host.ended?.();
  process.exitCode = status;
});
