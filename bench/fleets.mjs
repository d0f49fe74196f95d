// Policies in numbers, made of the six in policies/: each with a name of its own, those that extend share their base.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BASE = 'orders-1-29.yaml';

export function writeFleet(folder, count) {
  mkdirSync(folder, { recursive: true });
  const texts = readdirSync('policies').map((name) => readFileSync(join('policies', name), 'utf8'));
  writeFileSync(join(folder, BASE), readFileSync(join('policies', BASE), 'utf8'));
  for (let i = 0; i < count - 1; i++) {
    const text = texts[i % texts.length];
    const named = text.replace(/^metadata: \{ name: ([\w-]+)/m, `metadata: { name: $1-${i}`);
    writeFileSync(join(folder, `cluster-${i}.yaml`), named);
  }
  return folder;
}
