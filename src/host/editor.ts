/** The editor at the other end of standard input and output, by the language server protocol. */
import {
  type Connection,
  createConnection,
  ProposedFeatures,
  TextDocuments,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Editor } from './host.js';

/** Standard output belongs to the protocol from here on. */
export const stdioEditor = (): Editor =>
  editorBehind(createConnection(ProposedFeatures.all, process.stdin, process.stdout));

export const editorBehind = (connection: Connection): Editor => ({
  connection,
  documents: new TextDocuments(TextDocument),
});
