import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { requireHeader } from '../core/model/imports/header.ts'
import type { LineResult } from '../core/model/imports/line.ts'
import { createImporter, type ImportedLines, type Importer } from '../core/use-cases/imports/import.ts'
import { type FileLine, readLines } from './lines.ts'

export type ImportOptions = {
  application: Application
  /** The importer, in the events. */
  keyId: string
  source: AsyncIterable<Buffer>
  dryRun: boolean
  /** Creates groups that don't exist, instead of rejecting lines that name them. */
  createGroups?: boolean | undefined
  /** Ends the import after the current batch. */
  signal: AbortSignal
  onHeader?: (line: FileLine) => void
  onRejected: (result: RejectedLine, line: FileLine) => void
  onProgress?: (summary: ImportSummary) => void
}

export type RejectedLine = Extract<LineResult, { outcome: 'rejected' }>

/** Counts of users, except `line`: the last line that was read. */
export type ImportSummary = {
  imported: number
  unchanged: number
  rejected: number
  line: number
  interrupted: boolean
  /** The problem of the file as a whole. */
  problem?: string
}

/** Large enough that flushing costs little, small enough to be interrupted at once. */
const batchSize = 500

/**
 * Imports the users of a file, batch by batch, in constant memory. After an error or an interruption, what was written
 * stays, and the same import can be repeated.
 * @throws AppError bad_request: the first line is not the header of this application's passkeys
 */
export async function importUsers(core: Core, options: ImportOptions): Promise<ImportSummary> {
  const { application, keyId, dryRun, createGroups, signal } = options
  const summary: ImportSummary = { imported: 0, unchanged: 0, rejected: 0, line: 0, interrupted: false }
  const importer = createImporter(core, { backend: { application, keyId }, dryRun, createGroups })
  const run: Run = { importer, summary, options, end: undefined }
  try {
    await importLines(run)
  } catch (error) {
    if (!signal.aborted) throw error
    summary.interrupted = true
  }
  const problem = summary.interrupted ? undefined : findProblem(run)
  return { ...summary, ...(problem !== undefined && { problem }) }
}

type Run = { importer: Importer; summary: ImportSummary; options: ImportOptions; end: ImportedLines['end'] }

async function importLines(run: Run) {
  const { application, source, signal, onHeader } = run.options
  let batch: FileLine[] = []
  let header: FileLine | undefined
  for await (const line of readLines(source)) {
    if (!header) {
      requireHeader(application, line.text)
      header = line
      onHeader?.(line)
      continue
    }
    batch.push(line)
    if (batch.length < batchSize) continue
    await importBatch(run, batch)
    batch = []
    signal.throwIfAborted()
  }
  if (!header) requireHeader(application, undefined)
  if (batch.length > 0) await importBatch(run, batch)
}

async function importBatch(run: Run, batch: readonly FileLine[]) {
  const { importer, summary, options } = run
  const { results, end } = await importer.run(batch)
  run.end ??= end
  const lines = new Map(batch.map((line) => [line.number, line]))
  for (const result of results) {
    summary[result.outcome]++
    if (result.outcome === 'rejected') options.onRejected(result, lines.get(result.line)!)
  }
  summary.line = batch.at(-1)!.number
  options.onProgress?.(summary)
}

function findProblem({ end, summary }: Run): string | undefined {
  const { imported, unchanged, rejected, line } = summary
  const users = imported + unchanged + rejected
  if (!end) return `The file ends after line ${line} without {"end":true}: it is probably truncated.`
  if (end.line !== line) return `Lines follow {"end":true} in line ${end.line}: the file was probably put together.`
  if (end.users === undefined || end.users === users) return undefined
  return `The last line says that there are ${end.users} users, and there are ${users}: lines are missing.`
}
