import { queryOptions } from '@tanstack/react-query'
import { type CallResult, call } from '../../api/call.ts'
import { createMemberPasskey } from '../../session/passkeys.ts'

/** A passkey with which a member signs in to the dashboard. */
export type MemberPasskey = CallResult<'memberPasskeysList'>['passkeys'][number]

export const passkeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', id, 'passkeys'],
    queryFn: async () => (await call('memberPasskeysList', { params: { id } })).passkeys,
  })

/** Creates another passkey for the signed-in member. @throws CallFailure · SdkError */
export async function addPasskey(): Promise<void> {
  const { token, username } = await call('memberPasskeyGrant', {})
  await createMemberPasskey(username, token)
}
