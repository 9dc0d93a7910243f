let running = 0
let changes = 0

/** Runs a registration. Lists fetched before it ends can lack the new passkey and are never signaled. */
export async function runRegistration<Result>(run: () => Promise<Result>): Promise<Result> {
  running++
  changes++
  try {
    return await run()
  } finally {
    running--
    changes++
  }
}

/** Call it before fetching a list. The result tells whether a registration may have outdated the list since. */
export function watchRegistrations(): () => boolean {
  const before = changes
  return () => running === 0 && changes === before
}
