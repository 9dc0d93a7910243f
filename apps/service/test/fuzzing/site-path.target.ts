import assert from 'node:assert/strict'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { findRequiredAccess, type RequiredAccess } from '../../src/core/model/protected-sites/access.ts'
import type { ProtectedSite } from '../../src/core/model/protected-sites/protected-site.ts'
import { readAsPrograms } from './program-paths.ts'

type Rules = ProtectedSite['rules']

const ruleSets: readonly Rules[] = [
  [
    { path: '/public/*', access: 'public' },
    { path: '/admin/*', access: 'groups', groups: ['admins'] },
    { path: '/internal/*', access: 'deny' },
    { path: '/*', access: 'signedIn' },
  ],
  [
    { path: '/admin/*', access: 'groups', groups: ['admins'] },
    { path: '/internal/*', access: 'deny' },
    { path: '/*', access: 'public' },
  ],
]

/** The rule for a path, as a program would describe its own. */
const findRule = (rules: Rules, path: string) =>
  rules.find((rule) => {
    const base = rule.path.replace(/\/?\*$/, '')
    return path.toLowerCase() === base || path.toLowerCase().startsWith(`${base}/`)
  })

/** A visitor without groups gets through only if each program serves this visitor what its rule allows. */
function requireAllowed(required: RequiredAccess, rule: Rules[number] | undefined, path: string) {
  if (required === 'denied') return
  assert.notEqual(rule?.access, 'deny', path)
  if (required === 'public') assert.equal(rule?.access, 'public', path)
  else if (rule?.access === 'groups')
    assert.ok(
      required.groups.some((list) => list.includes('admins')),
      path,
    )
}

export const target: FuzzTarget = {
  promise:
    'the access to a path is decided without an error, and no program that decodes, resolves, merges, or cuts the path in its own way serves more than its rule allows',
  sources: ['apps/service/src/core/model/protected-sites/{access,path-readings}.ts'],
  seeds: [
    '/public/logo.svg?x=/../admin',
    '/admin/users',
    '/public/%2e%2e/admin',
    '/public//..%2fadmin%252f..',
    '/PUBLIC/a.b/~c@d:e,f+g=h-i',
    '/%61dmin',
    '/a/./b/../../admin',
    '/public;a=b/../internal/x',
    '/public/\xc3\xa9/%C3%A9',
  ],
  words: [
    '/../',
    '/./',
    '//',
    '%2e',
    '%2f',
    '%5c',
    '%252e',
    '%253b',
    '..;',
    ';x=y',
    '%00',
    '%c0%af',
    '#',
    '?',
    '\\',
    'http://',
    '@',
  ],
  longest: 512,
  run(input) {
    // As Node reads headers.
    const uri = input.toString('latin1')
    const verdicts = ruleSets.map((rules) => {
      const required = findRequiredAccess({ rules }, { method: 'GET', uri })
      for (const path of readAsPrograms(uri)) requireAllowed(required, findRule(rules, path), path)
      return required !== 'denied'
    })
    return verdicts.some(Boolean)
  },
  planted: {
    without: 'readings without path parameters',
    file: 'apps/service/src/core/model/protected-sites/path-readings.ts',
    check: 'dropParameters, dropHost,',
    instead: 'dropHost,',
  },
}
