/** What every format says of a trace: endings, fates and places in words. Texts are as users wrote them. */
import type { Titles } from '../../model/titles.js';
import type { Origin } from '../../source/span.js';
import { positionAt } from '../../source/text.js';
import { fatesOf, type Path } from '../../trace/hop.js';
import type { Conclusion } from '../../trace/outcome.js';
import type { Trace } from '../../trace/trace.js';
import { isUndecided, type Tri } from '../../value/logic.js';
import type { Tone } from '../ownership.js';
import type { Sources } from '../sources.js';

/** The traces of one world of one configuration. */
export interface TracedConfiguration {
  readonly root: string;
  /** Empty where nothing names it. */
  readonly cluster: string;
  /** What tells this world from the others; empty where there is only one. */
  readonly when: string;
  readonly title: Titles;
  readonly traces: readonly Trace[];
}

export function placeOf({ at }: Origin, sources: Sources): string {
  const { line, column } = positionAt(sources(at.file), at.start);
  return `${at.file}:${line}:${column}`;
}

export interface Ended {
  readonly short: string;
  readonly says: string;
  readonly tone: Tone;
}

/** What comes of it, in a few words and whole. */
export function endingText({ ending, actors, because }: Conclusion, title: Titles): Ended {
  const named = actors
    .map(({ path, acts }) => {
      const verb = VERBS[path.reaction ?? 'observe'];
      return `${title(path.installation)} ${isUndecided(acts) ? 'perhaps ' : ''}${verb}`;
    })
    .join(' and ');
  switch (ending) {
    case 'one':
      return { short: named, says: `one handler acts: ${named}`, tone: 'good' };
    case 'several':
      return {
        short: named,
        says: `${actors.length} handlers act on one node: ${named}`,
        tone: 'error',
      };
    case 'nobody':
      return { short: 'nobody', says: 'nobody acts', tone: 'warning' };
    case 'undetermined': {
      const says = `undetermined, because ${because?.term ?? 'something'} is unknown: ${named}`;
      return { short: named, says, tone: 'warning' };
    }
    case 'elsewhere':
      return { short: 'cannot happen', says: 'it is not about a node of this pool', tone: 'dim' };
    case 'harmless':
      return { short: '-', says: 'nobody acts, and nobody has to', tone: 'dim' };
  }
}

const VERBS = {
  observe: 'only takes notice',
  cordon: 'cordons',
  drain: 'drains',
  terminate: 'ends the node',
} as const;

/** What becomes of a message: one fate, or the two that it hangs between. */
export function fateText(path: Path): string {
  const fates = fatesOf(path);
  const [only, other] = fates;
  if (only === undefined) return '';
  return other === undefined
    ? `${only.fate}: ${only.says}`
    : `${fates.map(({ fate }) => fate).join(' or ')}, as what is unknown falls`;
}

/** Whether something goes on, in a word of four letters. */
export const markOf = (open: Tri): string => (open === true ? 'ok' : open === false ? 'no' : '?');
