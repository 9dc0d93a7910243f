import { Type } from 'typebox'
import { route } from '../route.ts'
import { Timestamp } from '../shapes.ts'
import { SiteId, SitePatch, SiteRequest, siteFields } from '../vocabulary/protected-sites.ts'
import { ApplicationId, rejections } from './shapes.ts'

const ProtectedSite = Type.Object(
  {
    id: SiteId,
    ...siteFields,
    origin: Type.String({ description: 'The address of the site', examples: ['https://wiki.example.com'] }),
    forwardAuth: Type.String({
      format: 'uri',
      description: 'The address that its proxy calls',
      examples: ['https://id.example.com/apps/shop/forward'],
    }),
    notices: Type.Array(
      Type.String({
        examples: ['Anyone who creates an account can use this site: choose groups, or turn off sign-up.'],
      }),
      { description: 'Warnings about the site; empty if there are none' },
    ),
    createdAt: Timestamp('When it was created'),
    updatedAt: Timestamp('When it was last changed'),
  },
  { title: 'ProtectedSite' },
)

const params = Type.Object({ id: ApplicationId, siteId: SiteId })
const shared = { limit: 'admin', tag: 'protected sites' } as const
const also = { ...rejections, 404: 'The application or site does not exist' } as const

/** The hosts behind a proxy that lets only users of an application in. */
export const protectedSiteRoutes = {
  protectedSitesList: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/sites',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'List the protected sites',
    description: 'Returns the sites in the order of their hosts.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object({ sites: Type.Array(ProtectedSite) }, { title: 'ProtectedSites' }),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  protectedSiteCreate: route({
    ...shared,
    method: 'POST',
    path: '/applications/{id}/sites',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Protect a site',
    description:
      'Only a name and a host are required: then users of the application can open everything. The proxy in front of the site must ask the service about each request.',
    params: Type.Object({ id: ApplicationId }),
    body: SiteRequest,
    ok: 200,
    result: ProtectedSite,
    also: {
      400: 'A field is invalid, a site of the installation has the host, or the application has 100 sites',
      ...rejections,
      404: 'The application does not exist',
      409: 'Other requests keep changing the application',
    },
  }),
  protectedSiteGet: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/sites/{siteId}',
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Read a protected site',
    description: 'Returns the site with its rules.',
    params,
    ok: 200,
    result: ProtectedSite,
    also,
  }),
  protectedSiteChange: route({
    ...shared,
    method: 'PATCH',
    path: '/applications/{id}/sites/{siteId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Change a protected site',
    description:
      'Replaces the fields that you send, each as a whole. Other fields do not change. Every node applies the change within a second.',
    params,
    body: SitePatch,
    ok: 200,
    result: ProtectedSite,
    also: {
      ...also,
      400: 'The result would be invalid, or a site of the installation has the host',
      409: 'Other requests keep changing the application',
    },
  }),
  protectedSiteDelete: route({
    ...shared,
    method: 'DELETE',
    path: '/applications/{id}/sites/{siteId}',
    access: { kind: 'admin', role: 'developer', fresh: true },
    summary: 'Delete a protected site',
    description: 'Within a second, its proxy gets no request allowed any more.',
    params,
    ok: 204,
    also: { ...also, 409: 'Other requests keep changing the application' },
  }),
} as const
