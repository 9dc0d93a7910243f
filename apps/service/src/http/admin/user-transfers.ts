import type { userTransferRoutes } from '@thumbturn/contract/admin/user-transfers.ts'
import type { ImportOutcome } from '@thumbturn/contract/vocabulary/user-records.ts'
import { badRequest } from '../../core/errors.ts'
import { createHeader } from '../../core/model/exports/record.ts'
import { exportUsers, recordExport } from '../../core/use-cases/exports/export.ts'
import type { HandlersOf } from '../call.ts'
import { administered } from './administered.ts'

const mostLines = 1_000

// Handlers load imports with the first call: checking their lines takes half a megabyte of code.

export const userTransfers = {
  async usersImport({ params, query, body }, { core, caller: { by: keyId } }) {
    const application = await administered(core, params.id)
    const [header, ...lines] = splitLines(body)
    const { requireHeader } = await import('../../core/model/imports/header.ts')
    requireHeader(application, header?.text)
    if (lines.length > mostLines) throw badRequest(`A call can have at most ${mostLines} lines after the first`)
    const { createImporter } = await import('../../core/use-cases/imports/import.ts')
    const [dryRun, createGroups] = [query.dryRun === 'true', query.createGroups === 'true']
    const importer = createImporter(core, { backend: { application, keyId }, dryRun, createGroups })
    const { results } = await importer.run(lines)
    const count = (wanted: ImportOutcome) => results.filter(({ outcome }) => outcome === wanted).length
    return { imported: count('imported'), unchanged: count('unchanged'), rejected: count('rejected'), results }
  },
  async usersExport({ params, query: { cursor, limit = '100' } }, { core }) {
    const application = await administered(core, params.id)
    // Each page has an entry: callers choose the cursor, so any page can be the first one.
    await recordExport(core, application)
    const { records, next } = await exportUsers(core, application, { after: cursor ?? '', limit: Number(limit) })
    const start = cursor === undefined ? [createHeader(application, core.now())] : []
    const end = next === undefined ? { end: true } : { next }
    return [...start, ...records, end].map((line) => `${JSON.stringify(line)}\n`).join('')
  },
} satisfies HandlersOf<typeof userTransferRoutes>

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line, at) => ({ number: at + 1, text: line }))
    .filter(({ text: line }) => line.trim() !== '')
