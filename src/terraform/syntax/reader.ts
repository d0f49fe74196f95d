/** What reads templates, as it is handed to those who meet them: only they need the HCL parser. */
import type { Span } from '../../source/span.js';
import type { Expression } from './expression.js';

/** Reads template text that has interpolations; undefined where it cannot be read. */
export type TemplateReader = (text: string, at: Span) => Expression | undefined;
