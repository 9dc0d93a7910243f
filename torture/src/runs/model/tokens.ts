import { wrong } from '@thumbturn/service-harness/codes.ts'
import { authenticate, readCompletedFlow, startMfa } from '@thumbturn/service-harness/mfa.ts'
import { app, readBody } from '@thumbturn/service-harness/situations.ts'
import { blame, expectRejected, type ModelUser, take, type World } from './world.ts'

/** Lifetimes: `accessTokenSeconds`, `otpSeconds`, and `refreshReuseSeconds` by default, with a margin. */
const tokenMs = 600_000
const marginMs = 10_000
const codeMs = 601_000
const reuseMs = 11_000

type Validity = 'valid' | 'invalid' | 'unknown'

/** The model's verdict on a user's token. */
export function judgeToken({ service }: World, { token, epoch, isActive }: ModelUser): Validity {
  if (!token) return 'unknown'
  const age = service.clock.now() - token.issuedAt
  if (token.epoch !== epoch || !isActive || age > tokenMs + marginMs) return 'invalid'
  return age < tokenMs - marginMs ? 'valid' : 'unknown'
}

/** Compares the list that the user gets with the model. */
export async function listPasskeys(world: World, user: ModelUser) {
  const validity = judgeToken(world, user)
  if (validity === 'unknown') return
  const response = await world.service.ask('GET', '/passkeys', { token: user.token!.text })
  if (validity === 'invalid') return expectRejected(world, `a token of ${user.username} that ended`, response)
  world.counts.compared++
  const listed = readBody<{ id: string; name: string }[]>(response).map(({ id, name }) => `${id} ${name}`)
  const expected = user.passkeys.map(({ passkeyId, name }) => `${passkeyId} ${name}`)
  if (String(listed.sort()) !== String(expected.sort()))
    blame(world, `${user.username} lists ${listed.join(', ')}, expected ${expected.join(', ')}`)
}

/** Compares what a backend finds with the model. */
export async function findUser(world: World, { username, userId }: ModelUser, isDeleted: boolean) {
  const path = `/mgmt/users/find?username=${username}`
  const response = await world.service.ask('GET', path, { token: world.apiKey })
  world.counts.compared++
  if (isDeleted) return expectRejected(world, `the search for ${username}, who is deleted,`, response)
  if (!readBodyText(response.text, userId)) blame(world, `${username} was not found`, response)
}

const readBodyText = (text: string, userId: string) => text.includes(userId)

/** A code that is shown to the user: wrong first, right then, or too late. */
export async function useCode(world: World, user: ModelUser) {
  const { service, random } = world
  const { code } = readBody<{ code: string }>(await service.post('/auth/otp', undefined, { token: user.token!.text }))
  const enter = (authCode: string) =>
    service.post('/auth/otp/verify', { app, authCode, user: { username: user.username } })
  if (random.between(1, 4) === 1) expectRejected(world, 'a wrong code', await enter(wrong(code)))
  if (random.between(1, 20) === 1) {
    service.clock.advance(codeMs)
    return expectRejected(world, 'a late code', await enter(code))
  }
  await take(world, { what: `code of ${user.username}`, call: () => enter(code) })
}

/** A flow with a passkey, whose refresh token is exchanged; then a copy is noticed and ends all of them. */
export async function useFlow(world: World, user: ModelUser) {
  const { service, random } = world
  const passkey = random.pick(user.passkeys)
  const started = await startMfa(service, user.username)
  const completed = await authenticate(service, started, { device: passkey.device, pick: passkey.credentialId })
  passkey.signCount = passkey.device.findCredential(passkey.credentialId)!.signCount
  if (completed.status !== 200) return blame(world, `the flow of ${user.username} was rejected`, completed)
  const { refreshToken } = readCompletedFlow(completed)
  const refresh = (token: string) => service.post('/mfa/refresh', { refreshToken: token })
  const next = await take(world, { what: 'a refresh token', call: () => refresh(refreshToken), isRepeatable: true })
  service.clock.advance(reuseMs)
  expectRejected(world, 'a refresh token that was exchanged', await refresh(refreshToken))
  const latest = (next?.body as { refreshToken?: string } | undefined)?.refreshToken
  if (latest !== undefined) expectRejected(world, 'a refresh token whose family was revoked', await refresh(latest))
}
