import { beforeEach, expect, jest, test } from '@jest/globals'
import { PasskeyError } from '@thumbturn/native'
import * as passkeys from 'react-native-passkeys'
import { thumbturn } from './thumbturn'

// The dialog and the keychain are native code, which Jest doesn't run.
jest.mock('react-native-passkeys', () => ({ create: jest.fn(), get: jest.fn() }))
jest.mock('expo-secure-store', () => {
  const items = new Map<string, string>()
  return {
    getItemAsync: async (key: string) => items.get(key) ?? null,
    setItemAsync: async (key: string, value: string) => void items.set(key, value),
    deleteItemAsync: async (key: string) => void items.delete(key),
  }
})

// A JWT of the user ada, without a signature: only a backend verifies it.
const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1MSIsInVzZXJuYW1lIjoiYWRhIn0.'

const responses: Record<string, object> = {
  '/auth/init': { session: 's1', action: 'proceed', assertionOptions: { challenge: 'AAEC', rpId: 'shop.example' } },
  '/auth/complete': { jwtAccess: token, userId: 'u1', deviceId: 'd1', passkeyId: 'p1' },
  '/client-events/submit': { session: 's1' },
}

beforeEach(() => {
  globalThis.fetch = (async (url: string) => {
    const body = responses[url.split('/fido2/v2')[1]!]
    return { ok: true, status: 200, json: async () => body }
  }) as typeof fetch
})

test('a user signs in, and the token is in the keychain until the user signs out', async () => {
  const response = { clientDataJSON: 'e30', authenticatorData: 'AAEC', signature: 'AAEC' }
  jest.mocked(passkeys.get).mockResolvedValue({ id: 'AAEC', rawId: 'AAEC', response } as never)
  await thumbturn.authenticateWithPasskey()
  expect((await thumbturn.getSessionInfo())?.username).toBe('ada')
  await thumbturn.logout()
  expect(await thumbturn.getToken()).toBeUndefined()
})

test('an app that the domain does not list gets an error that names the file', async () => {
  const cause = { code: 'Passkey Get', message: 'DomError: SecurityError - RP ID cannot be validated.' }
  jest.mocked(passkeys.get).mockRejectedValue(cause)
  const error = await thumbturn.authenticateWithPasskey().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PasskeyError)
  expect((error as PasskeyError).code).toBe('ERROR_DOMAIN_MISMATCH')
  expect((error as PasskeyError).message).toContain('https://shop.example/.well-known/assetlinks.json')
})
