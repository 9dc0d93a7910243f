import type { Random } from '@thumbturn/testkit/fuzzing/random.ts'
import { type CborMap, type CborValue, decodeFirst, decodeOnly } from '../src/cbor/decode.ts'
import { type Encodable, encode, head, Raw } from './cbor-encode.ts'
import { type DerNode, derLength, parseDer, writeDer } from './der-tree.ts'
import { mutateBytes, mutateValue } from './mutator.ts'

const tags = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x13, 0x17, 0x18, 0x30, 0x31, 0x80, 0xa0, 0xa3, 0x24]
const claims = ['00', '01', '7f', '80', '81ff', '82ffff', '8200', '84ffffffff', '8500ffffffff', 'ff'].map((hex) =>
  Buffer.from(hex, 'hex'),
)

/** The same DER with one or two of its values changed: tag, length, order, content, or presence. */
export function mutateDer(bytes: Buffer, random: Random): Buffer {
  const nodes = parseDer(bytes)
  if (!nodes || nodes.length === 0) return mutateBytes(bytes, random)
  let changed = nodes
  for (let i = random.below(2); i >= 0; i--) changed = changeSomewhere(changed, random)
  return writeDer(changed)
}

/** Goes down a random path, so that values deep inside extensions are changed as often as those around them. */
function changeSomewhere(nodes: readonly DerNode[], random: Random): DerNode[] {
  if (nodes.length === 0) return [nullNode]
  const at = random.below(nodes.length)
  const node = nodes[at]!
  const { content } = node
  if (!Buffer.isBuffer(content) && content.length > 0 && random.below(5) > 0)
    return nodes.with(at, { ...node, content: changeSomewhere(content, random) })
  return changeNode(nodes, at, random)
}

const nullNode: DerNode = { tag: Buffer.of(5), prefix: Buffer.alloc(0), content: Buffer.alloc(0) }

function changeNode(nodes: readonly DerNode[], at: number, random: Random): DerNode[] {
  const node = nodes[at]!
  switch (random.below(8)) {
    case 0:
      return nodes.toSpliced(at, 1)
    case 1:
      return nodes.toSpliced(at, 0, node)
    case 2:
      return nodes.toSpliced(at, 1, nullNode)
    case 3:
      return nodes.with(at, { ...node, tag: Buffer.of(random.pick(tags)) })
    case 4:
      return nodes.with(at, { ...node, length: random.pick(claims) })
    case 5:
      return nodes.with(at, { ...node, length: longForm(node) })
    case 6:
      return nodes.toSorted(() => random.below(3) - 1)
    default:
      return nodes.with(at, { ...node, content: mutateBytes(contentOf(node), random) })
  }
}

const contentOf = ({ content }: DerNode) => (Buffer.isBuffer(content) ? content : writeDer(content))

/** A length with a zero before it, which BER allows and DER doesn't. */
function longForm(node: DerNode): Buffer {
  const shortest = derLength(node.prefix.length + contentOf(node).length)
  return shortest.length === 1
    ? Buffer.concat([Buffer.of(0x81), shortest])
    : Buffer.concat([Buffer.of(shortest[0]! + 1, 0), shortest.subarray(1)])
}

/** x5c with a certificate changed inside, or certificates exchanged, doubled, missing, or foreign. */
export function mutateChain(x5c: readonly Buffer[], foreign: readonly Buffer[], random: Random): Encodable {
  const at = random.below(x5c.length)
  switch (random.below(9)) {
    case 0:
      return x5c.toReversed()
    case 1:
      return x5c.toSpliced(at, 1)
    case 2:
      return [...x5c, x5c[at]!]
    case 3:
      return x5c.with(at, random.pick(foreign))
    case 4:
      return [random.pick(foreign), ...x5c]
    case 5:
      return [x5c.map((one) => one)]
    default:
      return x5c.with(at, mutateDer(x5c[at]!, random))
  }
}

/** A structure of a TPM with one of its sized fields or numbers changed; `sizes` are the offsets of sizes in the original. */
export function mutateTpm(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  const at = 2 * random.below(changed.length >> 1)
  switch (random.below(5)) {
    case 0:
      changed.writeUInt16BE(random.pick([0, 1, 2, 0x10, 0x7fff, 0xffff, bytes.length]), at)
      return changed
    case 1:
      return Buffer.concat([changed.subarray(0, at), Buffer.of(0, 0), changed.subarray(at)])
    case 2:
      return changed.subarray(0, at)
    case 3:
      return Buffer.concat([changed, random.bytes(1 + random.below(4))])
    default:
      return mutateBytes(changed, random)
  }
}

const headerLength = 37

/** Authenticator data with its key, its extensions, its lengths, or its flags changed. */
export function mutateAuthData(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes)
  const keyAt = headerLength + 18 + bytes.readUInt16BE(headerLength + 16)
  const { value, end } = decodeFirst(bytes, keyAt, { form: 'lenient', reason: 'auth_data' })
  switch (random.below(7)) {
    case 0:
      changed[32] = random.below(256)
      return changed
    case 1:
      changed.writeUInt16BE(random.pick([0, 1, 15, 17, 1023, 1024, 0xffff]), headerLength + 16)
      return changed
    case 2:
      changed[32] = bytes[32]! | 0x80
      return Buffer.concat([changed, encode(random.pick(extensions))])
    case 3:
      return Buffer.concat([bytes.subarray(0, keyAt), mutateCbor(value as CborMap, random), bytes.subarray(end)])
    case 4:
      return Buffer.concat([bytes, bytes.subarray(headerLength)])
    case 5:
      return bytes.subarray(0, random.below(bytes.length))
    default:
      return mutateBytes(bytes, random)
  }
}

const extensions: Encodable[] = [new Map(), new Map([['credProtect', 2]]), [], 'x', 0, new Map([['', new Map()]])]

/** A map whose fields are changed, doubled, out of order, of another length than claimed, or in another form. */
export function mutateCbor(map: CborMap, random: Random): Buffer {
  const entries = [...map] as [string | number, Encodable][]
  const fields = (list: readonly [string | number, Encodable][]) => Buffer.concat(list.flat().map(encode))
  const at = random.below(entries.length)
  switch (random.below(7)) {
    case 0:
      return Buffer.concat([head(5, entries.length + 1), fields([...entries, entries[at]!])])
    case 1:
      return Buffer.concat([head(5, entries.length + random.pick([-1, 1, 100, 70_000])), fields(entries)])
    case 2:
      return Buffer.concat([Buffer.of(0xbf), fields(entries), Buffer.of(0xff)])
    case 3:
      return Buffer.concat([Buffer.of(0xb9, 0, entries.length), fields(entries)])
    case 4:
      return encode(new Map(entries.toSorted(() => random.below(3) - 1)))
    case 5:
      return encode(new Map(entries.with(at, [entries[at]![0], random.pick(wrongForms)])))
    default:
      return encode(mutateValue(map, random))
  }
}

// Numbers in long forms, floats, tags, indefinite and too long strings, deep nesting, simple values.
const wrongForms = [
  '1800',
  '1b0000000000000001',
  'f93c00',
  'fb7ff8000000000000',
  'c11a00000000',
  '5f4101ff',
  '7a7fffffff',
]
  .concat(['5b7fffffffffffffff', '81'.repeat(40).concat('80'), 'f7', 'f8ff', '3bffffffffffffffff', 'a10000', '60'])
  .map((hex) => new Raw(hex))

/** The statement of an attestation object as it was decoded. */
export const decodeObject = (text: string) =>
  decodeOnly(Buffer.from(text, 'base64url'), { form: 'any-order', reason: 'cbor' }) as Map<string, CborValue>
