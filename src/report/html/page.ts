/** The document around a report: what it may load (nothing), how it looks, and a way past the header. */
import { type Html, html } from './markup.js';
import { STYLE, STYLE_HASH } from './style.js';

/** Nothing but the one style sheet below takes effect: no script, no request, no form. */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'`;

export function pageHtml(title: string, body: Html): string {
  const head = html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
`;
  return `<!doctype html>
<html lang="en">
<head>
${head.text}<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#result">Skip to the result</a>
${body.text}</body>
</html>
`;
}
