import { AppError } from '../../errors.ts'

const mostAttempts = 50

/**
 * Repeats a change of an application that returns false because another change came first.
 * @throws AppError conflict: each time, another one did · what the change throws
 */
export async function repeatChange(change: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) if (await change()) return
  throw new AppError('conflict', 'The application is being changed by many requests at once: try again')
}
