import { thumbturn } from './thumbturn.ts'

/** Ends every passkey of somebody who lost a device; how many that were. */
export async function lostDevice(username: string): Promise<number> {
  const found = await thumbturn.users.find(username)
  if (!found) return 0
  await thumbturn.users.deletePasskeys(found.user.userId)
  return found.passkeys.length
}
