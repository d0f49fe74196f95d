/** Tells a template of Helm from YAML that only holds templates as text, as ApplicationSets and alerts do. */
import { stretches } from './tokens.js';

/** What only Helm puts between the braces. */
const HELM =
  /\{\{-?\s*(?:\.(?:Values|Release|Chart|Capabilities|Files|Template)|include|toYaml|tpl)\b/;

/** Where the first template action stands that is not text; undefined for YAML. */
export function templateStart(text: string): number | undefined {
  if (!text.includes('{{')) return undefined;
  let brace: number | undefined;
  for (const { kind, start, text: piece } of stretches(text)) {
    if (kind === 'mark' && piece.startsWith('{')) {
      if (brace === start - 1) return brace;
      brace = start;
    } else if (kind === 'plain' || kind === 'quoted') {
      const match = HELM.exec(piece);
      if (match !== null) return start + match.index;
    }
  }
  return undefined;
}
