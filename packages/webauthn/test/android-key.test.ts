import { test } from 'node:test'
import { type BaseBlock, Enumerated, Integer, Null, OctetString, Sequence, Set as SetOf } from 'asn1js'
import { verifyRegistration } from '../src/index.ts'
import { keyFor, newKey } from './keys.ts'
import { androidRegistration, attestationKey, authorization, goodHardware, intermediate, tagged } from './statements.ts'
import { accepted, type RejectedCase, requireVerdict, testRejected } from './verdicts.ts'

const { purpose, origin, allApplications, unknown } = authorization
const integer = () => new Integer({ value: 2 })
const sequence = (value: BaseBlock[]) => Buffer.from(new Sequence({ value }).toBER())
const shape: BaseBlock[] = [
  ...[integer(), new Enumerated({ value: 1 }), integer(), new Enumerated({ value: 1 })],
  ...[new OctetString(), new OctetString(), new Sequence(), new Sequence()],
]
const notTeeOnly = { policy: { androidTeeOnly: false } }
testRejected('android-key', [
  [
    'a signature by another key',
    () => androidRegistration({ fields: { sig: attestationKey.sign(Buffer.alloc(1)) } }),
    /not signed/,
  ],
  ['no key description', () => androidRegistration({ leaf: { extensions: [] } }), /describe/],
  ['garbage as key description', () => androidRegistration({ description: Buffer.of(1, 2, 3) }), /garbage/],
  ['an octet string as key description', () => androidRegistration({ description: Buffer.of(4, 0) }), /garbage/],
  ['an empty sequence as key description', () => androidRegistration({ description: Buffer.of(0x30, 0) }), /garbage/],
  ['bytes after the key description', () => androidRegistration({ description: Buffer.of(0x30, 0, 0) }), /garbage/],
  [
    'a key description of the right types without challenge',
    () => androidRegistration({ description: sequence(shape) }),
    /this registration/,
  ],
  ...shape.map(
    (_, i) =>
      [
        `another type as field ${i} of the key description`,
        () => androidRegistration({ description: sequence(shape.with(i, new Null())) }),
        /garbage/,
      ] as RejectedCase,
  ),
  [
    'a ninth field in the key description',
    () => androidRegistration({ description: sequence([...shape, new Null()]) }),
    /garbage/,
  ],
  ['null as origin', () => androidRegistration({ hardware: [purpose(2), tagged(702, new Null())] }), /garbage/],
  ['a number as purposes', () => androidRegistration({ hardware: [tagged(1, integer()), origin(0)] }), /garbage/],
  [
    'a purpose that is no number',
    () => androidRegistration({ hardware: [tagged(1, new SetOf({ value: [new Null()] })), origin(0)] }),
    /garbage/,
  ],
  ['an authorization without tag', () => androidRegistration({ hardware: [...goodHardware(), integer()] }), /garbage/],
  ['an authorization twice', () => androidRegistration({ hardware: [...goodHardware(), origin(0)] }), /garbage/],
  [
    'all applications in hardware',
    () => androidRegistration({ hardware: [...goodHardware(), allApplications()] }),
    /all applications/,
  ],
  ['all applications in software', () => androidRegistration({ software: [allApplications()] }), /all applications/],
  ['another origin', () => androidRegistration({ hardware: [purpose(2), origin(2)] }), /generated/],
  ['another purpose', () => androidRegistration({ hardware: [purpose(0), origin(0)] }), /sign/],
  ['no purpose', () => androidRegistration({ hardware: [origin(0)] }), /sign/],
  ['empty lists', () => androidRegistration({ hardware: [] }), /generated/],
  [
    'purpose and origin in software',
    () => androidRegistration({ hardware: [], software: goodHardware() }),
    /generated/,
  ],
  [
    'origins that contradict, in hardware first',
    () =>
      androidRegistration({ hardware: [purpose(2), origin(1)], software: goodHardware(), registration: notTeeOnly }),
    /generated/,
  ],
])
test('android-key: a leaf for another key is rejected for attestation', () => {
  const other = newKey(-7)
  const input = androidRegistration({
    leaf: { key: other.publicKey },
    registration: { cose: other.cose, key: keyFor(-7) },
  })
  requireVerdict(() => verifyRegistration(input), 'attestation', /not signed/)
  const signedByOther = androidRegistration({ registration: { cose: keyFor(-7).cose, key: other } })
  requireVerdict(() => verifyRegistration(signedByOther), 'attestation', /credential key/)
})
accepted('android-key', [
  ['an authorization of tomorrow', () => androidRegistration({ hardware: [...goodHardware(), unknown()] })],
  ['no root in x5c', () => androidRegistration({ above: [intermediate.der] })],
  [
    'purpose and origin in software, tolerated,',
    () => androidRegistration({ hardware: [], software: goodHardware(), registration: notTeeOnly }),
  ],
  [
    'empty lists, tolerated,',
    () => androidRegistration({ hardware: [], registration: { policy: { androidRequireOrigin: false } } }),
  ],
])
