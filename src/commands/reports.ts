/** Reports written in the forms that are wanted; the code of a form is loaded when it is. */
import type { Host } from '../host/host.js';
import type { Report } from '../report/report.js';
import { reportText } from '../report/report-text.js';
import { style } from '../report/terminal.js';
import { writeInPlace } from './fixes.js';
import { type Format, type Output, withText } from './formats.js';

type Renderer = (report: Report) => string;

const RENDERERS: Readonly<Record<Exclude<Format, 'text'>, () => Promise<Renderer>>> = {
  json: async () => (await import('../report/json.js')).reportJson,
  sarif: async () => (await import('../report/sarif.js')).sarifText,
  github: async () => (await import('../report/github.js')).githubText,
  gitlab: async () => (await import('../report/gitlab.js')).gitlabText,
  junit: async () => (await import('../report/junit.js')).junitText,
  markdown: async () => (await import('../report/markdown.js')).markdownText,
  html: async () => (await import('../report/html/report.js')).reportPage,
};

/** Writes every form of a report; a problem where a file cannot be written. */
export async function writeReports(
  host: Host,
  report: Report,
  { outputs, verbose = false }: { outputs: readonly Output[]; verbose?: boolean },
): Promise<string | undefined> {
  const files = new Map<string, string>();
  for (const { format, file } of withText(outputs)) {
    const colour = file === undefined && host.colour;
    const text =
      format === 'text'
        ? reportText(report, { style: style(colour), verbose })
        : (await RENDERERS[format]())(report);
    if (file === undefined) host.out(text);
    else files.set(file, text);
  }
  return files.size === 0 ? undefined : writeInPlace(host, files);
}
