import type { RegistryEntry } from './registry-entry.ts'

const siteId = 'The ID of the site'
const host = 'Its host'

/** The events of protected sites: part of the registry. */
export const siteEvents = {
  'fido2.site.created': {
    severity: 'notice',
    summary: 'A protected site was created: its proxy can ask whether requests are allowed.',
    fields: [],
    detail: { siteId, host },
  },
  'fido2.site.changed': {
    severity: 'notice',
    summary: 'A protected site was changed.',
    fields: [],
    detail: { siteId, host, fields: 'The changed fields, separated by spaces' },
  },
  'fido2.site.deleted': {
    severity: 'notice',
    summary: 'A protected site was deleted: its proxy gets no request allowed any more.',
    fields: [],
    detail: { siteId, host },
  },
  'fido2.site.signed_in': {
    severity: 'info',
    summary: 'A user signed in to a protected site, or their session there was renewed.',
    fields: ['userId', 'passkeyId'],
    detail: { siteId, host },
  },
} as const satisfies Readonly<Record<string, RegistryEntry>>
