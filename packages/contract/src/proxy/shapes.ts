import { Type } from 'typebox'
import { ClientReport } from '../client-report.ts'
import { Passkey } from '../current/passkeys.ts'
import { exampleDeviceId, exampleToken } from '../sample.ts'
import { Application as CurrentApplication, DeviceInfo as CurrentDeviceInfo, Jwt, Line, Uuid } from '../shapes.ts'

// The Authorization header has the API key, so the user's own token comes here, where older specifications have one.
export const Application = Type.Object(
  {
    id: CurrentApplication.properties.id,
    token: Type.Optional(
      Type.String({
        maxLength: 8192,
        description:
          'An access or grant token of the user with `reg:write`; only for registering a further passkey, ignored elsewhere',
        examples: [exampleToken],
      }),
    ),
  },
  { title: 'Application' },
)

// The specification's variant lacks hasBluetooth, lastUsedAt and webauthnCapabilities. A backend that hands on what the
// browser said may send them all the same, and they count.
export const DeviceInfo = ClientReport(
  Type.Object(
    {
      ...CurrentDeviceInfo.properties,
      deviceID: Type.Optional(
        Line(256, { description: 'The same as deviceId, in the spelling of responses', examples: [exampleDeviceId] }),
      ),
    },
    { title: 'DeviceInfo', description: 'Device details reported by the browser; not trusted' },
  ),
)

// The specification's table has the first two, its list of entities the others too.
export const ProxyJwt = Type.Object(
  {
    jwtAccess: Jwt.properties.jwtAccess,
    deviceID: Uuid('Send it back in deviceInfo.deviceId', exampleDeviceId),
    userId: Jwt.properties.userId,
    passkeyId: Jwt.properties.passkeyId,
  },
  { title: 'JWT' },
)

const { id, name, device, createdAt, credentialSynced } = Passkey.properties

export const ProxyPasskey = Type.Object({ id, name, device, createdAt, credentialSynced }, { title: 'Passkey' })
