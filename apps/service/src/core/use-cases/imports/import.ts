import type { Core } from '../../core.ts'
import { badRequest } from '../../errors.ts'
import { ownApplicationId } from '../../model/applications/own-id.ts'
import { type ImportLine, LineError, type LineResult, readLine } from '../../model/imports/line.ts'
import type { Conflict, Write } from '../../writes.ts'
import { type Backend, createBackendEvent } from '../applications/backend.ts'
import { recordInAdvance } from '../audit/audit.ts'
import type { Candidate } from './candidate.ts'
import { compareWithStored } from './compare.ts'
import { createDuplicateSearch, type DuplicateSearch } from './duplicates.ts'
import { createGroupFinder, type GroupFinder } from './groups.ts'
import { toImportedUser } from './imported-user.ts'

/**
 * The target of an import. A dry run checks everything and writes nothing. `createGroups`: groups that don't exist are
 * created; otherwise, the lines that name them are rejected.
 */
export type ImportTarget = { backend: Backend; dryRun: boolean; createGroups?: boolean | undefined }

/** The results of the lines that describe users, in their order, and how many the last line of the file announces. */
export type ImportedLines = { results: LineResult[]; end?: { line: number; users: number | undefined } }

/** Imports one batch after another. */
export type Importer = { run(lines: readonly ImportLine[]): Promise<ImportedLines> }

/**
 * Imports users with their passkeys, each with an event. A user is written with everything of theirs or not at all, and so
 * are groups of a few dozen users. What is there already, with the same passkeys, is left as it is, so that an import can
 * be repeated. Nothing is added to users who exist. The audit log has one entry of an import, from before its first user.
 * @throws AppError bad_request: the application is the installation's own
 */
export function createImporter(core: Core, target: ImportTarget): Importer {
  if (target.backend.application.id === ownApplicationId)
    throw badRequest('Members of the installation join by invitation and are not imported: thumbturn member invite')
  // Between the batches of a dry run, nothing is stored that later lines could be compared with.
  const shared = target.dryRun ? createDuplicateSearch() : undefined
  const groups = createGroupFinder(core, target)
  let isRecorded = target.dryRun
  return {
    async run(lines) {
      const { candidates, ...read } = await readLines(core, { ...target, groups }, lines)
      const { distinct, results } = findDistinct(candidates, shared ?? createDuplicateSearch())
      if (!isRecorded && distinct.length > 0) {
        await recordInAdvance(core, { action: 'users.imported', application: target.backend.application.id })
        isRecorded = true
      }
      const written = target.dryRun ? await compareAll(core, distinct) : await writeGroups(core, target, distinct)
      const all = [...read.results, ...results, ...written].sort((one, other) => one.line - other.line)
      return { results: all, ...(read.end && { end: read.end }) }
    },
  }
}

type ReadLines = ImportedLines & { candidates: Candidate[] }

async function readLines(
  core: Core,
  { backend, groups }: ImportTarget & { groups: GroupFinder },
  lines: readonly ImportLine[],
): Promise<ReadLines> {
  const read: ReadLines = { results: [], candidates: [] }
  for (const line of lines) {
    try {
      const content = readLine(line)
      if (content.kind === 'end') read.end = { line: line.number, users: content.users }
      if (content.kind !== 'user') continue
      const { record } = content
      const imported = await toImportedUser(core, backend.application, record)
      const groupIds = await groups.find(record.groups ?? [])
      read.candidates.push({ ...imported, record, groupIds, line: line.number })
    } catch (error) {
      read.results.push(toRejection(line.number, error))
    }
  }
  return read
}

/** @throws what isn't a LineError: an outage or a bug */
function toRejection(line: number, error: unknown): LineResult {
  if (!(error instanceof LineError)) throw error
  return { line, outcome: 'rejected', code: error.code, msg: error.message }
}

const toResult = ({ line, user }: Candidate, outcome: 'imported' | 'unchanged'): LineResult => ({
  line,
  outcome,
  userId: user.id,
})

function findDistinct(candidates: readonly Candidate[], search: DuplicateSearch) {
  const distinct: Candidate[] = []
  const results: LineResult[] = []
  for (const candidate of candidates) {
    try {
      search.add(candidate)
      distinct.push(candidate)
    } catch (error) {
      results.push(toRejection(candidate.line, error))
    }
  }
  return { distinct, results }
}

/** A commit is one statement on PostgreSQL, which has room for 65,535 values and is fastest with about 100 rows. */
const mostRows = 100

/** Groups are written at the same time: SQLite flushes them once, and PostgreSQL uses its other connections. */
async function writeGroups(core: Core, target: ImportTarget, candidates: readonly Candidate[]): Promise<LineResult[]> {
  const groups = splitByRows(candidates)
  return (await Promise.all(groups.map((group) => writeAll(core, target, group)))).flat()
}

/** Groups of candidates in their order, each with a limited number of rows or a single candidate. */
function splitByRows(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = []
  let room = 0
  for (const candidate of candidates) {
    const { contacts, passkeys, groupIds } = candidate
    const rows = 4 + 2 * contacts.length + passkeys.length + groupIds.length
    room -= rows
    if (room < 0) {
      groups.push([])
      room = mostRows - rows
    }
    groups.at(-1)!.push(candidate)
  }
  return groups
}

/** Usually none of the users exists, so nothing is read unless writing shows otherwise. */
async function writeAll(core: Core, target: ImportTarget, candidates: readonly Candidate[]): Promise<LineResult[]> {
  if ((await commit(core, target, candidates)) === undefined) return candidates.map((one) => toResult(one, 'imported'))
  const compared = await compareAll(core, candidates)
  const isNew = (_: unknown, at: number) => compared[at]!.outcome === 'imported'
  const fresh = candidates.filter(isNew)
  const settled = compared.filter((_, at) => !isNew(_, at))
  if (fresh.length === 0) return settled
  if ((await commit(core, target, fresh)) === undefined)
    return [...settled, ...fresh.map((one) => toResult(one, 'imported'))]
  // Something was registered at the same time: each line finds out on its own.
  for (const candidate of fresh) settled.push(await writeOne(core, target, candidate))
  return settled
}

async function writeOne(core: Core, target: ImportTarget, candidate: Candidate): Promise<LineResult> {
  const conflict = await commit(core, target, [candidate])
  if (conflict === undefined) return toResult(candidate, 'imported')
  const compared = await compare(core, candidate)
  return compared.outcome === 'imported'
    ? toRejection(candidate.line, new LineError(...describeConflict(conflict)))
    : compared
}

function describeConflict(conflict: Conflict): ConstructorParameters<typeof LineError> {
  if (conflict === 'credential_taken')
    return ['credential_taken', 'a passkey of the line was registered at the same time']
  if (conflict === 'address_taken' || conflict === 'name_taken')
    return ['contact_taken', 'a contact of the line is the name of another user']
  // SQLite doesn't tell which foreign key failed; the user is part of the batch.
  if (conflict === 'user_group_missing' || conflict === 'user_missing')
    return ['unknown_group', 'a group of the line was deleted at the same time']
  return ['username_taken', 'the username was taken at the same time']
}

const compareAll = (core: Core, candidates: readonly Candidate[]) =>
  Promise.all(candidates.map((candidate) => compare(core, candidate)))

/** Compares a line with the stored state, as if it were written now. */
async function compare(core: Core, candidate: Candidate): Promise<LineResult> {
  try {
    const same = await compareWithStored(core, candidate)
    return same ? { line: candidate.line, outcome: 'unchanged', userId: same.id } : toResult(candidate, 'imported')
  } catch (error) {
    return toRejection(candidate.line, error)
  }
}

const commit = (core: Core, { backend }: ImportTarget, candidates: readonly Candidate[]) =>
  core.store.commit(candidates.flatMap((candidate) => listWrites(core, backend, candidate)))

function listWrites(core: Core, backend: Backend, candidate: Candidate): Write[] {
  const { user, contacts, passkeys, profile, groupIds } = candidate
  const { appId, id: userId } = user
  const detail = { passkeys: passkeys.length, ...(groupIds.length > 0 && { groups: groupIds.length }) }
  const event = createBackendEvent(core, backend, { type: 'fido2.user.imported', userId, detail })
  return [
    { addUser: { ...user, contacts } },
    ...passkeys.map((passkey, at) => ({ addPasskey: { ...passkey, slot: at + 1 } })),
    ...(profile ? [{ putProfile: profile }] : []),
    ...groupIds.map((groupId) => ({ addUserGroupMember: { appId, groupId, userId } })),
    { append: event },
  ]
}
