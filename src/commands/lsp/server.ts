/** The language server: what an editor tells and asks, answered from what was last judged of its folders. */
import type { InitializeParams } from 'vscode-languageserver';
import type { Editor, Host } from '../../host/host.js';
import { RULES } from '../../rules/registry.js';
import { sourceText } from '../../source/text.js';
import { type FileKind, kindOfFile } from '../file-kinds.js';
import { fixedRules } from '../settle.js';
import { actionsFor } from './actions.js';
import { policyCompletion, terraformCompletion } from './completion.js';
import { diagnosticsOf } from './diagnostics.js';
import { hoverText } from './hover.js';
import { offsetOf } from './places.js';
import { parentOf, pathOf, relativeTo, uriOf } from './uris.js';
import { type Judged, type Workspace, workspace } from './workspace.js';

/** The protocol's word for changes that are told as edits; its constants are loaded with the connection only. */
const INCREMENTAL = 2;

/** Long enough that a burst of keystrokes is judged once, short enough to feel immediate. */
const QUIET_MS = 60;

const WATCHED = '**/*.{tf,tofu,json,yaml,yml,tfvars,hcl}';

interface Place {
  readonly folder: Workspace;
  /** Relative to the folder. */
  readonly file: string;
  readonly text: string;
}

/** Serves until the editor leaves. */
export function serve({ connection, documents }: Editor, host: Host): void {
  const folders = new Map<string, Workspace>();
  const fixed = fixedRules(RULES);
  const shown = new Map<string, ReadonlySet<string>>();
  const waiting = new Set<Workspace>();
  let watches = false;
  let left = false;

  const folderFor = (path: string): Workspace => {
    const roots = [...folders.keys()].filter((root) => relativeTo(root, path) !== undefined);
    const root = roots.sort((a, b) => b.length - a.length)[0] ?? parentOf(path);
    const found = folders.get(root) ?? workspace(host, root);
    folders.set(root, found);
    return found;
  };
  const placeOf = (uri: string): Place | undefined => {
    const path = pathOf(uri);
    const text = documents.get(uri)?.getText();
    if (path === undefined || text === undefined) return undefined;
    const folder = folderFor(path);
    return { folder, file: relativeTo(folder.root, path) ?? path, text };
  };
  const judgeSoon = (folder: Workspace): void => {
    if (waiting.has(folder)) return;
    waiting.add(folder);
    setTimeout(() => {
      waiting.delete(folder);
      void attempt(() => publish(folder));
    }, QUIET_MS);
  };
  const uriIn =
    ({ root }: Workspace) =>
    (file: string): string =>
      uriOf(file.startsWith('/') ? file : `${root}/${file}`);

  async function publish(folder: Workspace): Promise<void> {
    const judged = await folder.judged();
    if (left || waiting.has(folder)) return;
    const uri = uriIn(folder);
    const byFile = diagnosticsOf(judged, uri);
    for (const file of shown.get(folder.root) ?? [])
      if (!byFile.has(file)) await connection.sendDiagnostics({ uri: uri(file), diagnostics: [] });
    for (const [file, diagnostics] of byFile)
      await connection.sendDiagnostics({ uri: uri(file), diagnostics: [...diagnostics] });
    shown.set(folder.root, new Set(byFile.keys()));
  }

  /** A fault of ours must not end the server: the editor would lose it for the day. */
  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!left) connection.console.error(`a fault of interlock: ${String(error)}`);
      return undefined;
    }
  }

  /** Answers about a place of an open document, from what it says now. */
  const about = async <T>(
    { textDocument }: { readonly textDocument: { readonly uri: string } },
    answer: (place: Place, judged: Judged, kind: FileKind) => T | Promise<T>,
  ): Promise<T | undefined> => {
    const place = placeOf(textDocument.uri);
    if (place === undefined) return undefined;
    return attempt(async () =>
      answer(place, await place.folder.judged(), kindOfFile(place.file, place.text, true)),
    );
  };

  connection.onInitialize(({ workspaceFolders, rootUri, capabilities }: InitializeParams) => {
    const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
    for (const root of uris.flatMap((uri) => pathOf(uri)?.replace(/\/+$/, '') ?? []))
      folders.set(root, workspace(host, root));
    watches = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'interlock' },
      capabilities: {
        textDocumentSync: INCREMENTAL,
        hoverProvider: true,
        completionProvider: {},
        codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll'] },
      },
    };
  });
  connection.onShutdown(() => {
    left = true;
  });
  connection.onInitialized(() => {
    if (!watches) return;
    const method = 'workspace/didChangeWatchedFiles';
    const registerOptions = { watchers: [{ globPattern: WATCHED }] };
    const registrations = [{ id: 'interlock-files', method, registerOptions }];
    void attempt(() => connection.sendRequest('client/registerCapability', { registrations }));
  });
  connection.onDidChangeWatchedFiles(() => {
    for (const folder of folders.values()) {
      folder.forget();
      judgeSoon(folder);
    }
  });

  documents.onDidChangeContent(({ document }) => {
    const place = placeOf(document.uri);
    if (place === undefined) return;
    place.folder.open(place.file, place.text);
    judgeSoon(place.folder);
  });
  documents.onDidSave(({ document }) => placeOf(document.uri)?.folder.forget());
  documents.onDidClose(({ document }) => {
    const path = pathOf(document.uri);
    if (path === undefined) return;
    const folder = folderFor(path);
    folder.close(relativeTo(folder.root, path) ?? path);
    folder.forget();
    judgeSoon(folder);
  });

  connection.onHover(async (params) => {
    const value = await about(params, ({ file, text }, judged, kind) => {
      const source = sourceText(file, text);
      return hoverText({ judged, kind, source, offset: offsetOf(source, params.position) });
    });
    return value === undefined ? null : { contents: { kind: 'markdown', value } };
  });
  connection.onCompletion(async (params) => {
    const items = await about(params, ({ file, text }, judged, kind) => {
      const offset = offsetOf(sourceText(file, text), params.position);
      if (kind === 'policy') return policyCompletion(file, text, offset);
      return kind === 'terraform' ? terraformCompletion(judged, { file, text, offset }) : [];
    });
    return [...(items ?? [])];
  });
  connection.onCodeAction(async (params) => {
    const actions = await about(params, ({ folder, file }, judged) =>
      actionsFor({ judged, file, range: params.range, uri: uriIn(folder), fixed }),
    );
    return [...(actions ?? [])];
  });

  documents.listen(connection);
  connection.listen();
}
