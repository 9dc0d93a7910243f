import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { type Content, type FidoService, type Policy, Rejection } from './service.ts'

/** A ceremony in progress, and the policy that it ends under. */
type Ceremony = { session: string; policy: Policy }

/** A new ceremony, with its options for the client. */
type CeremonyStart = Ceremony & { options: object }

type Start = (service: FidoService, body: Content) => Promise<CeremonyStart>
type Completion = (service: FidoService, body: Content, ceremony: Ceremony) => Promise<unknown>
type Handler = (body: Content, cookies: string | undefined) => Promise<{ body: object; cookie: string | undefined }>

const about = { app: { id: 'fido' }, deviceInfo: { clientName: 'FIDO conformance', osName: 'unknown' } }
const success = { status: 'ok', errorMessage: '' }
const mostBytes = 256 * 1024
const mostCeremonies = 1000

/**
 * Translates the four paths of the conformance program (Server Requirements and Transport Binding Profile §7) to the current API.
 * A policy is a setting of the application here, so calls take turns, and each first sets its own.
 */
export function createTranslator(service: FidoService, { isSecure }: { isSecure: boolean }) {
  const ceremonies = createCookies({ isSecure })
  const inTurn = createTurns()
  const start =
    (begin: Start): Handler =>
    async (body) => {
      const { options, ...ceremony } = await inTurn(() => begin(service, body))
      return { body: { ...options, ...success }, cookie: ceremonies.remember(ceremony) }
    }
  const complete =
    (end: Completion): Handler =>
    async (body, cookies) => {
      const ceremony = ceremonies.take(cookies)
      // Responses in the API have no type, so the rows about it are met here.
      if (body.type !== 'public-key') throw new Rejection(400, '`type` must be "public-key"')
      await inTurn(() => end(service, body, ceremony))
      return { body: success, cookie: undefined }
    }
  const paths = new Map([
    ['/attestation/options', start(startRegistration)],
    ['/attestation/result', complete(completeRegistration)],
    ['/assertion/options', start(startSignIn)],
    ['/assertion/result', complete(completeSignIn)],
  ])
  /** The response to a request. @throws Rejection */
  return async (request: IncomingMessage) => {
    const respond = request.method === 'POST' ? paths.get(request.url ?? '') : undefined
    if (!respond) throw new Rejection(404, 'There is no such path')
    return respond(await readContent(request), request.headers.cookie)
  }
}

export type Translator = ReturnType<typeof createTranslator>

/** Ceremonies by cookie, each for one use. Of too many, the oldest is forgotten. */
function createCookies({ isSecure }: { isSecure: boolean }) {
  const ceremonies = new Map<string, Ceremony>()
  return {
    remember(ceremony: Ceremony): string {
      const id = randomUUID()
      ceremonies.set(id, ceremony)
      if (ceremonies.size > mostCeremonies) ceremonies.delete(ceremonies.keys().next().value!)
      return `fido=${id}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
    },
    take(cookies = ''): Ceremony {
      const [, id = ''] = /(?:^|; )fido=([^;]*)/.exec(cookies) ?? []
      const ceremony = ceremonies.get(id)
      ceremonies.delete(id)
      if (!ceremony) throw new Rejection(400, 'The cookie belongs to no ceremony that has started')
      return ceremony
    },
  }
}

/** Runs one work after another. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}

async function readContent(request: IncomingMessage): Promise<Content> {
  if (!(Number(request.headers['content-length']) <= mostBytes))
    throw new Rejection(413, `A body must state its length, and have at most ${mostBytes} bytes`)
  return json(request).then(Object, () => {
    throw new Rejection(400, 'The body must be JSON')
  })
}

/** The service sets neither extensions nor the attachment on request, and checks neither: the client gets back what it asked for. */
async function startRegistration(service: FidoService, body: Content): Promise<CeremonyStart> {
  const { username, displayName, attestation = 'none', authenticatorSelection, extensions } = body
  const { userVerification = 'preferred', requireResidentKey, ...selection } = Object(authenticatorSelection)
  const residentKey = selection.residentKey ?? (requireResidentKey === true ? 'required' : 'discouraged')
  const policy = { attestation, userVerification, residentKey, attestationTrust: 'none' } as Policy
  await service.change(policy)
  const user = { username, displayName }
  const started = await service.post('/reg/init', { ...about, user }, await service.grant(username))
  const options = Object(started.registrationRequestOptions)
  return {
    session: String(started.session),
    policy,
    options: {
      ...options,
      authenticatorSelection: { ...options.authenticatorSelection, ...selection },
      extensions: { ...options.extensions, ...Object(extensions) },
    },
  }
}

async function completeRegistration(service: FidoService, body: Content, { session, policy }: Ceremony) {
  const { clientDataJSON, attestationObject } = Object(body.response)
  // With metadata, the service also rejects self attestation, for which the program has rows that must pass.
  const isChained = Buffer.from(String(attestationObject), 'base64url').includes('x5c')
  const attestationTrust = policy.attestation !== 'none' && isChained ? 'metadata' : 'none'
  await service.change({ ...policy, attestationTrust })
  const creationResult = { credentialId: body.id, clientDataJSON, attestationObject }
  return service.post('/reg/complete', { session, creationResult })
}

async function startSignIn(service: FidoService, body: Content): Promise<CeremonyStart> {
  const { username, userVerification = 'preferred', extensions } = body
  const policy = { userVerification } as Policy
  await service.change(policy)
  const { session, assertionOptions } = await service.post('/auth/init', { ...about, user: { username } })
  return {
    session: String(session),
    policy,
    options: { ...Object(assertionOptions), ...(extensions !== undefined && { extensions }) },
  }
}

async function completeSignIn(service: FidoService, body: Content, { session, policy }: Ceremony) {
  const { clientDataJSON, authenticatorData, signature, userHandle } = Object(body.response)
  await service.change(policy)
  const assertionResult = {
    credentialId: body.id,
    clientDataJSON,
    authenticatorData,
    signature,
    // The program sends an empty one for none.
    userHandle: userHandle === '' ? undefined : userHandle,
  }
  return service.post('/auth/complete', { session, assertionResult })
}
