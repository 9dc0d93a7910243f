import { matchPath } from 'react-router'

/** A part of a page: a bar of fields, rows with a picture, a table, numbers above a chart, facts with labels, settings, or a form. */
export type Part = 'filters' | 'rows' | 'table' | 'chart' | 'facts' | 'settings' | 'form'

/** The parts of pages from top to bottom; the first pattern that matches counts. */
const shapes: readonly (readonly [pattern: string, ...parts: readonly Part[]])[] = [
  ['/', 'table'],
  ['/applications/new', 'form'],
  ['/applications/:id', 'chart', 'facts'],
  ['/applications/:id/analytics/*', 'chart', 'table'],
  ['/applications/:id/users', 'filters', 'table'],
  ['/applications/:id/logs', 'filters', 'table'],
  ['/applications/:id/settings', 'settings'],
  ['/applications/:id/keys', 'table', 'table', 'table'],
  ['/applications/:id/messages/*', 'filters', 'form'],
  ['/applications/:id/authenticators', 'form', 'rows'],
  ['/applications/:id/clients/-/new', 'form'],
  ['/applications/:id/:kind/new', 'form'],
  ['/applications/:id/apis/api', 'facts', 'form'],
  ['/applications/:id/:kind/:entry', 'facts', 'table'],
  ['/applications/:id/:kind', 'table'],
  ['/audit', 'filters', 'rows'],
  ['/account', 'form', 'rows', 'table'],
  ['/members', 'table', 'table'],
  ['/checks', 'rows'],
  ['/:kind', 'table'],
]

/** The shape of a page by its path below /dashboard. */
export function findShape(pathname: string): readonly Part[] {
  const [, ...parts] = shapes.find(([pattern]) => matchPath(pattern, pathname)) ?? ['', 'rows' as const]
  return parts
}
