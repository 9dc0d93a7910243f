import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { addPublicClient } from '@thumbturn/service-harness/openid.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { addSite, createHost } from '@thumbturn/service-harness/sites.ts'

/**
 * Clients and a site that users sign in to: users must consent to one of the clients. `share`: of the operations on existing users, those
 * that are about them.
 */
export type RelyingParties = { trusted: Client; asking: Client; site: { host: string }; share: number }

/** Adds the relying parties to the application `demo`. */
export const addRelyingParties = async (service: Service, share: number): Promise<RelyingParties> => ({
  trusted: await addPublicClient(service),
  asking: await addPublicClient(service, { consent: 'ask' }),
  site: await addSite(service, { host: createHost() }),
  share,
})

/** A code works for a minute; an attempt that took longer than this can have met its end. */
export const codeLifetimeMs = 45_000
