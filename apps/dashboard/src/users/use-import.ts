import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { splitFile, toBody } from './import-file.ts'

/** A line that wasn't imported, by its number in the file. */
export type Rejection = { line: number; text: string; reason: string }

export type Progress = { done: number; total: number; imported: number; unchanged: number; rejections: Rejection[] }

type Options = { dryRun: boolean; createGroups: boolean }

/** Imports a file part by part. `progress` is that of the last run, also after a failure. */
export function useImport(id: string) {
  const [progress, setProgress] = useState<Progress>()
  const queries = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: { file: File } & Options) => run(id, input, setProgress),
    onSettled: () => queries.invalidateQueries({ queryKey: ['applications', id, 'users'] }),
    meta: { quiet: true },
  })
  return { ...mutation, progress }
}

class EmptyFile extends Error {
  override name = 'EmptyFile'
  readonly userMessage = i18n._(msg`The file is empty.`)
}

async function run(
  id: string,
  { file, dryRun, createGroups }: { file: File } & Options,
  report: (progress: Progress) => void,
): Promise<Options> {
  const content = splitFile(await file.text())
  if (!content) throw new EmptyFile()
  const query = { dryRun: dryRun ? 'true' : 'false', createGroups: createGroups ? 'true' : 'false' } as const
  let progress: Progress = { done: 0, total: content.lines, imported: 0, unchanged: 0, rejections: [] }
  report(progress)
  for (const part of content.parts) {
    const body = toBody(content.header, part)
    const { imported, unchanged, results } = await call('usersImport', { params: { id }, query, body })
    const rejected = results.filter(({ outcome }) => outcome === 'rejected')
    const rejections = rejected.map(({ line, msg = '' }) => ({ ...toLine(part, line), reason: msg }))
    progress = {
      ...progress,
      done: progress.done + part.length,
      imported: progress.imported + imported,
      unchanged: progress.unchanged + unchanged,
      rejections: [...progress.rejections, ...rejections],
    }
    report(progress)
  }
  return { dryRun, createGroups }
}

/** A call numbers its own lines, of which the first is the header. */
function toLine(part: readonly { number: number; text: string }[], line: number) {
  const { number, text } = part[line - 2]!
  return { line: number, text }
}
