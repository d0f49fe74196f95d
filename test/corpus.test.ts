/** What people said of public repositories: every table and finding has a reader, and no finding is false. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

function rowsOf(name: string): readonly Readonly<Record<string, string>>[] {
  const [head = '', ...lines] = readFileSync(`test/corpus/${name}.tsv`, 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    expect(cells, line).toHaveLength(columns.length);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? '']));
  });
}

describe('the corpus', () => {
  it('is of twenty repositories at least, each at one commit', () => {
    const commits = new Map<string, Set<string>>();
    for (const { repo = '', commit = '' } of rowsOf('corpus')) {
      expect(commit).toMatch(/^[0-9a-f]{40}$/);
      commits.set(repo, (commits.get(repo) ?? new Set()).add(commit));
    }
    expect(new Set([...commits.keys()].map((repo) => repo.split('@')[0])).size).toBeGreaterThan(19);
    for (const [repo, own] of commits) expect(own.size, repo).toBe(1);
  });

  it('has been read: a table is right, or says less than a person can', () => {
    for (const { root, reading, agree } of rowsOf('corpus')) {
      expect(['yes', 'weaker'], root).toContain(agree);
      expect(reading, root).not.toBe('');
    }
  });

  it('has no false alarm', () => {
    for (const { file, message, human, reason } of rowsOf('findings')) {
      expect(['true', 'arguable'], `${file}: ${message}`).toContain(human);
      expect(reason, file).not.toBe('');
    }
  });
});
