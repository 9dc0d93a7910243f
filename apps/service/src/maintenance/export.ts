import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Core } from '../core/core.ts'
import { badRequest, OperatorError } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { createHeader } from '../core/model/exports/record.ts'
import { exportUsers, recordExport } from '../core/use-cases/exports/export.ts'

/** How many users and passkeys were exported. */
export type ExportSummary = { users: number; passkeys: number }

type ExportOptions = {
  application: Application
  signal?: AbortSignal
  onProgress?: (summary: ExportSummary) => void
}

const pageSize = 500

/** The text of an export, page by page; the generator returns the counts. */
export async function* exportText(
  core: Core,
  { application, signal, onProgress }: ExportOptions,
): AsyncGenerator<string, ExportSummary> {
  const summary: ExportSummary = { users: 0, passkeys: 0 }
  await recordExport(core, application)
  yield toText([createHeader(application, core.now())])
  for (let after: string | undefined = ''; after !== undefined; ) {
    if (signal?.aborted) throw badRequest('Canceled: the export is not complete.')
    const page: Awaited<ReturnType<typeof exportUsers>> = await exportUsers(core, application, {
      after,
      limit: pageSize,
    })
    yield toText(page.records)
    summary.users += page.records.length
    summary.passkeys += page.records.reduce((sum, { passkeys }) => sum + passkeys.length, 0)
    onProgress?.(summary)
    after = page.next
  }
  yield toText([{ end: true, users: summary.users }])
  return summary
}

const toText = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

/**
 * Writes an export into a new file that only its owner can read. After an error or an interruption, there is no such file.
 * @throws AppError bad_request: the file exists, or its folder doesn't
 * @throws Error it can't be written, such as on a full disk
 */
export async function exportFile(
  core: Core,
  { file, ...options }: ExportOptions & { file: string },
): Promise<ExportSummary & { path: string }> {
  const path = resolve(file)
  if (existsSync(path)) throw badRequest(`${path} exists already: choose another name.`)
  if (!existsSync(dirname(path))) throw badRequest(`The folder ${dirname(path)} doesn't exist.`)
  const partial = `${path}.partial`
  rmSync(partial, { force: true })
  try {
    const summary = await writePartial(core, partial, options)
    // Unlike renaming, linking fails where another process was faster.
    linkSync(partial, path)
    flushFolder(dirname(path))
    return { ...summary, path }
  } catch (error) {
    if (!isFileError(error)) throw error
    throw new OperatorError('file_not_written', `The export failed, and ${path} was not written: ${error.message}`, {
      cause: error,
    })
  } finally {
    rmSync(partial, { force: true })
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error

async function writePartial(core: Core, partial: string, options: ExportOptions): Promise<ExportSummary> {
  const file = await open(partial, 'wx', 0o600)
  try {
    const text = exportText(core, options)
    for (;;) {
      const { done, value } = await text.next()
      if (done) {
        await file.sync()
        return value
      }
      await file.writeFile(value)
    }
  } finally {
    await file.close()
  }
}

function flushFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
