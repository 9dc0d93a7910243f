import { type KeyService, MasterKeyUnavailable } from './key-service.ts'

export type VaultOptions = {
  /** The address that decrypts: `https://vault.example.com/v1/transit/decrypt/<name of the key>`. */
  url: string
  token: string
  timeoutMs?: number
}

const longestResponse = 65_536

/** The transit engine of HashiCorp Vault or OpenBao, which decrypts without giving its key away. */
export function createVault({ url, token, timeoutMs = 10_000 }: VaultOptions): KeyService {
  const { host } = new URL(url)
  const fail = (reason: string, cause?: unknown): never => {
    throw new MasterKeyUnavailable(`The key service at ${host} ${reason}`, { cause })
  }
  return {
    async decrypt(ciphertext) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Thumbturn', 'x-vault-token': token },
        body: JSON.stringify({ ciphertext }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: Error) => fail(`can't be reached: ${describe(error)}`))
      if (!response.ok) {
        await response.body?.cancel()
        return fail(`responded with ${response.status}: ${advise(response.status)}`)
      }
      const plaintext = readPlaintext(await response.text().catch(() => ''))
      return plaintext ?? fail('responded with something else than data.plaintext in base64')
    },
  }
}

const describe = ({ name, cause }: Error) =>
  name === 'TimeoutError' ? 'it took too long' : ((cause as NodeJS.ErrnoException | undefined)?.code ?? 'no connection')

function advise(status: number): string {
  if (status === 403) return 'THUMBTURN_KEY_SERVICE_TOKEN has expired, or its policy forbids to decrypt with this key'
  if (status === 400 || status === 404)
    return 'compare THUMBTURN_KEY_SERVICE_URL and THUMBTURN_ENCRYPTED_MASTER_KEY with the key there'
  return status === 503 ? 'it is sealed or in maintenance' : 'see its log'
}

function readPlaintext(text: string): Buffer | undefined {
  if (text.length > longestResponse) return undefined
  try {
    const { data } = JSON.parse(text) as { data?: { plaintext?: unknown } }
    return typeof data?.plaintext === 'string' ? Buffer.from(data.plaintext, 'base64') : undefined
  } catch {
    return undefined
  }
}
