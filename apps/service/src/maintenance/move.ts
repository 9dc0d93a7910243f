import type { Config } from '../config.ts'
import { type CopiedTable, type CopyOptions, copyDatabase } from '../storage/copy/copy.ts'

export type { CopiedTable, CopyProgress } from '../storage/copy/copy.ts'

/** Copies the installation's database to another one, as `copyDatabase` describes. */
export const copyInstallation = (
  { DATABASE_URL: from }: Config,
  options: Omit<CopyOptions, 'from'>,
): Promise<readonly CopiedTable[]> => copyDatabase({ from, ...options })
