import { createHash } from 'node:crypto'
import type { DirectoryUser } from '../../core/model/directory/directory.ts'
import type { GroupWithMembers } from '../../core/use-cases/directory/groups.ts'
import { timestamp } from '../timestamp.ts'
import type { Document } from './resource.ts'
import { groupSchema, type ResourceType, userSchema } from './schema.ts'

/** A resource as clients see it, before they choose attributes. */
export type Resource = Document & { id: string; meta: { location: string; version: string } }

/** A group of a user. */
export type GroupReference = { id: string; displayName: string }

export function toUserResource(base: string, user: DirectoryUser, groups: readonly GroupReference[]): Resource {
  const { userId: id, externalId, userName, active, profile } = user
  const listed = groups.map((group) => ({
    value: group.id,
    $ref: `${base}/Groups/${group.id}`,
    display: group.displayName,
    type: 'direct',
  }))
  return withMeta(
    { base, resourceType: 'User', times: user },
    {
      schemas: [userSchema],
      id,
      ...(externalId !== undefined && { externalId }),
      userName,
      ...(profile.name && { name: profile.name }),
      ...(profile.displayName !== undefined && { displayName: profile.displayName }),
      ...(!profile.hidesStatus && { active }),
      ...(profile.emails && { emails: profile.emails }),
      ...(listed.length > 0 && { groups: listed }),
    },
  )
}

export function toGroupResource(base: string, { group, members }: GroupWithMembers): Resource {
  const { id, externalId, displayName } = group
  const listed = members.toSorted().map((member) => ({ value: member, $ref: `${base}/Users/${member}`, type: 'User' }))
  return withMeta(
    { base, resourceType: 'Group', times: group },
    {
      schemas: [groupSchema],
      id,
      ...(externalId !== undefined && { externalId }),
      displayName,
      ...(listed.length > 0 && { members: listed }),
    },
  )
}

type Times = { createdAt: number; updatedAt: number }

type ResourceContext = { base: string; resourceType: ResourceType; times: Times }

function withMeta({ base, resourceType, times }: ResourceContext, resource: Document): Resource {
  const { createdAt, updatedAt } = times
  const id = String(resource.id)
  const meta = {
    resourceType,
    created: timestamp(createdAt),
    lastModified: timestamp(updatedAt),
    location: `${base}/${resourceType}s/${id}`,
    // Computed when it is read: a search looks at thousands of resources, and sends few of them.
    get version() {
      const hash = createHash('sha256').update(JSON.stringify(resource)).update(String(updatedAt))
      // Weak: whether names are listed in another order doesn't matter.
      return `W/"${hash.digest('base64url').slice(0, 22)}"`
    },
  }
  return { ...resource, id, meta }
}

/** Whether one of the tags of If-Match or If-None-Match is this one; tags are compared weakly (RFC 9110 §8.8.3.2). */
export function isListed(version: string, header: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return header.trim() === '*' || tags.includes(version.replace(/^W\//, ''))
}
