import { thumbturn } from './thumbturn.ts'

/** Deletes every passkey of a user who lost a device. Returns how many there were. */
export async function deleteLostPasskeys(username: string): Promise<number> {
  const found = await thumbturn.users.find(username)
  if (!found) return 0
  await thumbturn.users.deletePasskeys(found.user.userId)
  return found.passkeys.length
}
