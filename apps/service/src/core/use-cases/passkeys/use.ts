import type { Device } from '../../model/devices/device.ts'
import type { ListedPasskey, UsedPasskey } from '../../model/passkeys/passkey.ts'
import type { VerifiedAssertion } from '../../ports/ceremonies.ts'
import type { Write } from '../../writes.ts'

type Use = {
  passkey: UsedPasskey
  verified: Pick<VerifiedAssertion, 'signCount' | 'backupEligible' | 'backedUp' | 'userVerified' | 'userHandle'>
  at: number
  /** Where it is unknown, the passkey keeps the device that it was last seen on. */
  device?: Device
}

/** The writes of every completed assertion: its passkey and device, and that no method of the user is locked any more. */
export function listUse({ passkey, verified, at, device }: Use): Write[] {
  const { appId, userId, id, createdFromDeviceId, lastUsedFromDeviceId } = passkey
  const known = [lastUsedFromDeviceId, createdFromDeviceId]
  return [
    { usePasskey: { ...toStoredUse(verified), appId, userId, id, at, deviceId: device?.id } },
    ...(device ? [{ seeDevice: { appId, userId, known, ...device } }] : []),
    { unlock: { appId, account: userId } },
  ]
}

const toStoredUse = ({ signCount, backupEligible, backedUp, userVerified, userHandle }: Use['verified']) => ({
  signCount,
  backupEligible,
  backedUp,
  userVerified,
  userHandle,
})

/** The passkey as it's listed after that use. The first use of an imported one can settle its user handle. */
export const toUsedPasskey = (
  passkey: ListedPasskey,
  { verified, at }: Pick<Use, 'verified' | 'at'>,
): ListedPasskey => ({
  ...passkey,
  ...(passkey.userHandle === '' && verified.userHandle !== undefined && { userHandle: verified.userHandle }),
  backupEligible: verified.backupEligible,
  backedUp: verified.backedUp,
  lastUsedAt: at,
})
