import { runKeyCommand } from './command.ts'
import { MasterKeyUnavailable } from './key-service.ts'
import { createVault } from './vault.ts'

/** The settings that say where the master key comes from; see `settings.ts`. Without any, it is in the data folder. */
export type KeySettings = {
  THUMBTURN_MASTER_KEY?: string | undefined
  THUMBTURN_MASTER_KEY_COMMAND?: string | undefined
  THUMBTURN_ENCRYPTED_MASTER_KEY?: string | undefined
  THUMBTURN_KEY_SERVICE_URL?: string | undefined
  THUMBTURN_KEY_SERVICE_TOKEN?: string | undefined
}

/**
 * The settings with the master key, which a command or a key service may have to be asked for. With the key already in them, they
 * are returned as they are.
 * @throws MasterKeyUnavailable
 */
export async function resolveMasterKey<Given extends KeySettings>(settings: Given): Promise<Given> {
  if (settings.THUMBTURN_MASTER_KEY !== undefined) return settings
  const key = await obtainKey(settings)
  if (key === undefined) return settings
  if (!/^[A-Za-z0-9_-]{43}$/.test(key))
    throw new MasterKeyUnavailable(
      settings.THUMBTURN_MASTER_KEY_COMMAND === undefined
        ? 'THUMBTURN_ENCRYPTED_MASTER_KEY must be the encrypted 32 bytes of the master key'
        : 'THUMBTURN_MASTER_KEY_COMMAND must print 43 characters of base64url (32 bytes)',
    )
  return { ...settings, THUMBTURN_MASTER_KEY: key }
}

async function obtainKey(settings: KeySettings): Promise<string | undefined> {
  const { THUMBTURN_MASTER_KEY_COMMAND: command, THUMBTURN_ENCRYPTED_MASTER_KEY: ciphertext } = settings
  const { THUMBTURN_KEY_SERVICE_URL: url, THUMBTURN_KEY_SERVICE_TOKEN: token } = settings
  if (command !== undefined) return runKeyCommand(command)
  if (url === undefined || token === undefined || ciphertext === undefined) return undefined
  return (await createVault({ url, token }).decrypt(ciphertext)).toString('base64url')
}
