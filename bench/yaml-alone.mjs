// What no reader of policies can do without: every file of a folder read and parsed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder)) parseAllDocuments(readFileSync(join(folder, name), 'utf8'));
