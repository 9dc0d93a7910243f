import { randomUUID } from 'node:crypto'
import { type Browser, signOutOfBrowser, signUpByCalls } from '@thumbturn/service-harness/openid.ts'
import { addSite, checkSite, signInToSite, untilSiteIsKnown } from '@thumbturn/service-harness/sites.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { administer, type Prepare, type Scene } from './revocable.ts'

type Site = { id: string; host: string }

/** Adds a site, and waits until both nodes know it. */
async function openSite({ first, second }: Scene, allowedGroups: readonly string[] = []): Promise<Site> {
  const site = await addSite(first, { host: `${randomUUID()}.example.com`, allowedGroups: [...allowedGroups] })
  for (const node of [first, second]) await untilSiteIsKnown(node, site)
  return site
}

/** Prepares something for a scene once, as an application can have some hundreds of sites and groups only. */
function share<Value>(prepare: (scene: Scene) => Promise<Value>): (scene: Scene) => Promise<Value> {
  const prepared = new WeakMap<Scene, Promise<Value>>()
  return (scene) => {
    const value = prepared.get(scene) ?? prepare(scene)
    prepared.set(scene, value)
    return value
  }
}

const findOpenSite = share((scene) => openSite(scene))

const findGroup = share(async (scene) => {
  const name = `site users ${randomUUID()}`
  return readBody<{ id: string; name: string }>(await administer(scene, ['POST', '/groups', { name }]))
})

const findGroupSite = share(async (scene) => openSite(scene, [(await findGroup(scene)).name]))

/** The check of a request of that browser at the second node. */
async function visit({ first, second }: Scene, site: Site, browser: Browser) {
  const { cookie } = await signInToSite(first, site, { browser })
  return () => checkSite(second, site, { cookie })
}

const ofSession = (
  end: (scene: Scene, user: { userId: string; browser: Browser }) => ReturnType<typeof administer>,
): Prepare => {
  return async (scene) => {
    const [site, user] = [await findOpenSite(scene), await signUpByCalls(scene.first)]
    const probe = await visit(scene, site, user.browser)
    return { probe, revoke: () => end(scene, user) }
  }
}

const deletedSite: Prepare = async (scene) => {
  const [site, { browser }] = [await openSite(scene), await signUpByCalls(scene.first)]
  const probe = await visit(scene, site, browser)
  return { probe, revoke: () => administer(scene, ['DELETE', `/sites/${site.id}`]) }
}

const groupOfSite: Prepare = async (scene) => {
  const [{ id }, site, { userId, browser }] = [
    await findGroup(scene),
    await findGroupSite(scene),
    await signUpByCalls(scene.first),
  ]
  readBody(await administer(scene, ['POST', `/groups/${id}/members`, { userIds: [userId] }]), 204)
  const probe = await visit(scene, site, browser)
  return { probe, revoke: () => administer(scene, ['DELETE', `/groups/${id}/members/${userId}`]) }
}

/** Everything that lets users open a protected site. */
export const siteRevocations: Readonly<Record<string, Prepare>> = {
  siteOfSignedOutBrowser: ofSession(({ first }, { browser }) => signOutOfBrowser(first, browser)),
  siteOfSignedOutUser: ofSession(({ first, apiKey: token }, { userId }) =>
    first.ask('POST', `/mgmt/users/${userId}/sign-out`, { token }),
  ),
  siteOfDeactivatedUser: ofSession((scene, { userId }) =>
    administer(scene, ['PATCH', `/users/${userId}`, { status: 'inactive' }]),
  ),
  deletedSite,
  groupOfSite,
}
