/** The line by which YAML editors find a schema, where the package that carries it is installed beside the files. */
import type { Host } from '../../host/host.js';

const SCHEMAS = 'node_modules/eks-interlock/schemas';

/** Empty where there is no schema to point to. */
export function modelineFor(host: Host, file: string, schema: 'policy' | 'interlock'): string {
  const path = `${SCHEMAS}/${schema}.v1.schema.json`;
  if (host.kindOf(path) !== 'file') return '';
  const up = '../'.repeat(file.split('/').length - 1);
  return `# yaml-language-server: $schema=${up}${path}\n`;
}
