import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import type { Application } from '../../../../src/core/model/applications/application.ts'
import { describeOverlap, listOverlaps } from '../../../../src/core/model/applications/overlaps.ts'

const installation = 'https://id.corp.example'
const own = application('thumbturn', { rpId: 'id.corp.example', origins: [installation] })
const bank = application('bank', { rpId: 'bank.example', baseUrl: 'https://auth.bank.example' })

type Names = Partial<Pick<Application, 'id' | 'rpId' | 'baseUrl'>>

/** The overlaps of an application `shop` with `bank` and the installation's own application. */
function overlapsOf(
  { id = 'shop', rpId = 'shop.example', baseUrl }: Names,
  others = [own, bank],
  baseOf = installation,
) {
  const found = listOverlaps([...others, application(id, { rpId, baseUrl })], baseOf)
  return found.filter((overlap) => overlap.application === id).map((overlap) => describeOverlap(overlap))
}

describe('a host or an RP ID', () => {
  for (const [what, names, expected] of [
    ['the host of another application', { baseUrl: 'https://auth.bank.example' }, 'has the host of application bank'],
    ['a path of that host', { baseUrl: 'https://auth.bank.example/shop' }, 'has the host of application bank'],
    ['another port of it', { baseUrl: 'https://auth.bank.example:8443' }, 'has the host of application bank'],
    ['that host without TLS', { baseUrl: 'http://auth.bank.example' }, 'has the host of application bank'],
    [
      'the RP ID of another application',
      { baseUrl: 'https://bank.example' },
      'is on bank.example, the RP ID of application bank',
    ],
    [
      'a host below it',
      { baseUrl: 'https://a.b.bank.example:8443' },
      'is on bank.example, the RP ID of application bank',
    ],
    ['the host of the installation', { baseUrl: installation }, 'has the host of the installation'],
    ['another port of it', { baseUrl: 'https://id.corp.example:8443' }, 'has the host of the installation'],
    ['the default address of another', { baseUrl: `${installation}/apps/bank` }, 'has the host of the installation'],
    ['a host below it', { baseUrl: 'https://evil.id.corp.example' }, 'is below the host of the installation'],
    ['a host far below it', { baseUrl: 'https://x.shop.id.corp.example' }, 'is below the host of the installation'],
    ['the address of another', { baseUrl: 'https://bank.id.corp.example' }, 'is the address of application bank'],
  ] as const) {
    test(`a base URL can't be ${what} (${names.baseUrl})`, () => {
      assert.deepEqual(overlapsOf(names), [`base URL ${names.baseUrl} ${expected}`])
    })
  }

  for (const [what, rpId, expected] of [
    ['the host of another application', 'auth.bank.example', 'is the host of application bank'],
    ['the RP ID of another application', 'bank.example', 'is also the RP ID of application bank'],
    ['a name below the installation', 'evil.id.corp.example', 'is the host of, or below that of, the installation'],
    ['the address of another', 'bank.id.corp.example', 'is the host of, or below that of, the installation'],
  ] as const) {
    test(`an RP ID can't be ${what}`, () => {
      assert.deepEqual(overlapsOf({ rpId }), [`RP ID ${rpId} ${expected}`])
    })
  }

  test("an RP ID can't be the host of the installation, which its own application has", () => {
    assert.deepEqual(overlapsOf({ rpId: 'id.corp.example' }), [
      'RP ID id.corp.example is the host of, or below that of, the installation',
      'RP ID id.corp.example is also the RP ID of application thumbturn',
    ])
  })

  for (const [what, names] of [
    ['a host of its own', { baseUrl: 'https://auth.shop.example' }],
    ['its RP ID', { baseUrl: 'https://shop.example' }],
    ['a host on no RP ID', { baseUrl: 'https://auth.elsewhere.example' }],
    ['the address that its ID gives it', { baseUrl: 'https://shop.id.corp.example' }],
    ['its default address', { baseUrl: `${installation}/apps/shop` }],
    ['a domain above the installation', { rpId: 'corp.example', baseUrl: 'https://auth.corp.example' }],
    ['the RP ID that its ID gives it', { rpId: 'shop.id.corp.example', baseUrl: 'https://shop.id.corp.example' }],
    ['a domain below the RP ID of another', { rpId: 'loans.bank.example', baseUrl: 'https://id.loans.bank.example' }],
    ['an address', { baseUrl: 'http://10.0.0.7:8080' }],
  ] as const) {
    test(`an application can have ${what}`, () => {
      assert.deepEqual(overlapsOf(names), [])
    })
  }

  test('an RP ID above the host of another application is not free, unless that one has a nearer RP ID', () => {
    const hosted = application('hosted', { rpId: 'hosted.example', baseUrl: 'https://api.corp.example' })
    const [found, ...more] = listOverlaps([hosted, application('shop', { rpId: 'corp.example' })], installation)
    assert.ok(found)
    assert.deepEqual(
      [found.application, describeOverlap(found), more],
      ['hosted', 'base URL https://api.corp.example is on corp.example, the RP ID of application shop', []],
    )
    const nearer = application('hosted', { rpId: 'api.corp.example', baseUrl: 'https://api.corp.example' })
    assert.deepEqual(listOverlaps([nearer, application('shop', { rpId: 'corp.example' })], installation), [])
  })

  test('applications below different paths share a host that none of them has for itself', () => {
    const [a, b] = [
      application('a', { rpId: 'a.example', baseUrl: 'https://api.example/apps/a' }),
      application('b', { rpId: 'b.example', baseUrl: 'https://api.example/apps/b' }),
    ]
    assert.deepEqual(listOverlaps([a, b], installation), [])
    assert.equal(listOverlaps([a, { ...b, baseUrl: a.baseUrl }], installation).length, 2)
    assert.equal(listOverlaps([a, { ...b, baseUrl: 'https://api.example' }], installation).length, 2)
  })

  test('a former address of the installation belongs to it as long as its own application has that origin', () => {
    const moved = { ...own, origins: ['https://old.example', installation] }
    assert.deepEqual(overlapsOf({ baseUrl: 'https://old.example' }, [moved]), [
      'base URL https://old.example has the host of the installation',
    ])
    assert.deepEqual(overlapsOf({ baseUrl: 'https://old.example' }, [own]), [])
  })

  test('the command line knows the host of the installation by its own application, whatever BASE_URL is there', () => {
    const expected = ['base URL https://evil.id.corp.example is below the host of the installation']
    assert.deepEqual(overlapsOf({ baseUrl: 'https://evil.id.corp.example' }, [own], 'http://localhost:4300'), expected)
  })
})

describe('on localhost', () => {
  const local = 'http://localhost:4300'
  const ownLocal = application('thumbturn', { rpId: 'localhost', origins: [local] })
  const demo = application('demo', { rpId: 'localhost', baseUrl: 'http://localhost:5173' })
  const overlaps = (names: Names) => overlapsOf({ rpId: 'localhost', ...names }, [ownLocal, demo], local)

  test('applications share the RP ID, and each port is a host of its own', () => {
    for (const baseUrl of [
      undefined,
      'http://localhost:5174',
      'http://shop.localhost:4300',
      'http://api.localhost:3000',
    ])
      assert.deepEqual(overlaps({ baseUrl }), [])
  })

  for (const [baseUrl, expected] of [
    ['http://localhost:5173', 'has the host of application demo'],
    ['http://localhost:4300', 'has the host of the installation'],
    ['http://demo.localhost:4300', 'is the address of application demo'],
    ['http://demo.localhost:3000', 'is the address of application demo'],
    ['http://evil.localhost:4300', 'is below the host of the installation'],
  ] as const) {
    test(`${baseUrl} ${expected}`, () => {
      assert.deepEqual(overlaps({ baseUrl }), [`base URL ${baseUrl} ${expected}`])
    })
  }
})

test('the name of the other application can be hidden', () => {
  const overlap = {
    application: 'shop',
    says: 'RP ID bank.example is also the RP ID of',
    owner: 'bank',
    isShared: true,
  }
  assert.equal(describeOverlap(overlap), 'RP ID bank.example is also the RP ID of application bank')
  assert.equal(
    describeOverlap(overlap, { isHidden: true }),
    'RP ID bank.example is also the RP ID of another application',
  )
})

test('comparing a thousand applications looks each name up, instead of comparing each pair', () => {
  let reads = 0
  const many = Array.from({ length: 1_000 }, (_, index) => {
    const { rpId, ...rest } = application(`app-${index}`, { rpId: `app-${index}.example` })
    return Object.defineProperty({ ...rest, baseUrl: `https://auth.app-${index}.example` }, 'rpId', {
      get() {
        reads++
        return rpId
      },
    }) as Application
  })
  assert.deepEqual(listOverlaps(many, installation), [])
  assert.ok(reads < 10_000, `${reads} reads`)
})
