import type { ClientDocument } from '../model/authorization/client-document.ts'

/**
 * A document to read. `isListed`: a member listed its host, so that it can be in a network that the operator allows; a URL that only
 * a caller chose is read from public addresses alone.
 */
export type DocumentAddress = { url: string; isListed: boolean }

/**
 * The outcome of reading a document. `problem`: why it can't be used, in words for its developer. `outage`: why there is none, for
 * the log.
 */
export type DocumentOutcome = { document: ClientDocument } | { problem: string } | { outage: string }

/** Reads the metadata documents of clients, and keeps them by the rules of HTTP. */
export interface ClientDocuments {
  /** The outcome that counts now, or that of the read in progress; undefined if a request is needed. */
  findKept(address: DocumentAddress): DocumentOutcome | Promise<DocumentOutcome> | undefined
  /** Reads a document, once for all callers who need it at the same time. */
  read(address: DocumentAddress): Promise<DocumentOutcome>
  /** A document that counted within the last day and could not be read again since. */
  findStale(address: DocumentAddress): ClientDocument | undefined
}
