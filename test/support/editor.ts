/** An editor without a screen: a real client of the protocol, joined to the server by two pipes in one process. */
import { PassThrough } from 'node:stream';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import {
  type CodeAction,
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Hover,
  type ProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { lsp } from '../../src/commands/lsp/lsp.js';
import { editorBehind } from '../../src/host/editor.js';
import { memoryHost } from './memory-host.js';

export const ROOT = '/repo';
const uriOf = (file: string): string => `file://${ROOT}/${file}`;

export interface Editor {
  open(file: string, text: string): Promise<void>;
  change(file: string, text: string): Promise<void>;
  close(file: string): Promise<void>;
  /** What is shown of a file, once something is. */
  diagnostics(
    file: string,
    until?: (all: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]>;
  /** The place is marked by `|` in a text that the file is changed to. */
  hover(file: string, marked: string): Promise<string>;
  complete(file: string, marked: string): Promise<readonly CompletionItem[]>;
  actions(file: string, diagnostic: Diagnostic): Promise<readonly CodeAction[]>;
  leave(): Promise<void>;
  /** Leaves, and the process of the server ends. */
  quit(): Promise<void>;
}

/** Starts a server for a folder of files, and says hello. */
export async function editor(files: Readonly<Record<string, string>>): Promise<Editor> {
  const [up, down] = [new PassThrough(), new PassThrough()];
  const onDisk = Object.entries(files).map(([file, text]) => [`${ROOT}/${file}`, text]);
  const host = {
    ...memoryHost(Object.fromEntries(onDisk)),
    editor: async () =>
      editorBehind(
        createConnection(
          ProposedFeatures.all,
          new StreamMessageReader(up),
          new StreamMessageWriter(down),
        ),
      ),
  };
  void lsp(host);
  const client = createProtocolConnection(
    new StreamMessageReader(down),
    new StreamMessageWriter(up),
  );
  return driver(client);
}

/** Drives a server by its connection, whichever process it runs in. */
export async function driver(client: ProtocolConnection, root = ROOT): Promise<Editor> {
  const shown = new Map<string, readonly Diagnostic[]>();
  const waiting = new Set<() => void>();
  const uri = (file: string): string => (root === ROOT ? uriOf(file) : `file://${root}/${file}`);
  client.onNotification(
    'textDocument/publishDiagnostics',
    (params: { uri: string; diagnostics: Diagnostic[] }) => {
      shown.set(params.uri, params.diagnostics);
      for (const wake of waiting) wake();
    },
  );
  client.listen();
  await client.sendRequest('initialize', {
    processId: null,
    rootUri: `file://${root}`,
    capabilities: {},
  });
  await client.sendNotification('initialized', {});
  let version = 1;
  const change = (file: string, text: string): Promise<void> =>
    client.sendNotification('textDocument/didChange', {
      textDocument: { uri: uri(file), version: ++version },
      contentChanges: [{ text }],
    });
  const ask = async <T>(method: string, file: string, marked: string): Promise<T> => {
    const [before = '', after = ''] = marked.split('|');
    await change(file, before + after);
    const lines = before.split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    return client.sendRequest(method, { textDocument: { uri: uri(file) }, position });
  };
  return {
    open: (file, text) =>
      client.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uri(file), languageId: 'yaml', version, text },
      }),
    change,
    close: (file) =>
      client.sendNotification('textDocument/didClose', { textDocument: { uri: uri(file) } }),
    diagnostics: (file, until = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = shown.get(uri(file));
          if (found === undefined || !until(found)) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    async hover(file, marked) {
      const hover = await ask<Hover | null>('textDocument/hover', file, marked);
      return (hover?.contents as { value: string } | undefined)?.value ?? '';
    },
    complete: (file, marked) => ask('textDocument/completion', file, marked),
    actions: (file, diagnostic) =>
      client.sendRequest('textDocument/codeAction', {
        textDocument: { uri: uri(file) },
        range: diagnostic.range,
        context: { diagnostics: [diagnostic] },
      }),
    async quit() {
      await client.sendRequest('shutdown');
      await client.sendNotification('exit');
    },
    async leave() {
      await client.sendRequest('shutdown');
      client.end();
    },
  };
}
