/** Better Auth with passkeys and passwords, as its documentation sets it up, for the test of the export. */
import { DatabaseSync } from 'node:sqlite'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'

const origin = 'http://localhost:4300'

export const auth = betterAuth({
  baseURL: origin,
  secret: 'a secret of this test, of 32 characters or more',
  database: new DatabaseSync(`${process.env.DATA_DIR}/better-auth.db`),
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [passkey({ rpID: 'localhost', rpName: 'Bench', origin })],
})
