/** The process: wires streams and environment into the command line and exits with its status. */
import { run } from './commands/program.js';
import { nodeHost } from './host/node.js';

// A closed pipe (`interlock prove . | head`) is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const host = nodeHost(process.env, process.stdout.isTTY === true);
void run(host, process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
