/** A DER value: its tag bytes, and its content as bytes or as further values. */
export type DerNode = {
  tag: Buffer
  /** Before the children in a bit string: the number of unused bits. */
  prefix: Buffer
  content: Buffer | DerNode[]
  /** Instead of the length that the content has. */
  length?: Buffer
}

/** Reads DER to the last level, also inside octet and bit strings; undefined if it isn't DER. */
export function parseDer(bytes: Buffer): DerNode[] | undefined {
  const nodes: DerNode[] = []
  for (let at = 0; at < bytes.length; ) {
    const header = readHeader(bytes, at)
    if (!header || header.end > bytes.length) return undefined
    nodes.push(toNode(bytes.subarray(at, header.tagEnd), bytes.subarray(header.start, header.end)))
    at = header.end
  }
  return nodes
}

function readHeader(bytes: Buffer, at: number) {
  let tagEnd = at + 1
  if ((bytes[at]! & 0x1f) === 0x1f) {
    while ((bytes[tagEnd] ?? 0) & 0x80) tagEnd++
    tagEnd++
  }
  const first = bytes[tagEnd]
  if (first === undefined || first > 0x83 || first === 0x80) return undefined
  const wide = first & 0x80 ? first & 0x7f : 0
  if (tagEnd + 1 + wide > bytes.length) return undefined
  const length = wide > 0 ? bytes.readUIntBE(tagEnd + 1, wide) : first
  return { tagEnd, start: tagEnd + 1 + wide, end: tagEnd + 1 + wide + length }
}

function toNode(tag: Buffer, content: Buffer): DerNode {
  const none = Buffer.alloc(0)
  if (tag[0]! & 0x20) return { tag, prefix: none, content: parseDer(content) ?? content }
  const prefix = tag[0] === 3 ? content.subarray(0, 1) : none
  const isWrapper = tag[0] === 4 || (tag[0] === 3 && content[0] === 0)
  const inner = isWrapper && content.length > prefix.length + 1 ? parseDer(content.subarray(prefix.length)) : undefined
  return inner ? { tag, prefix, content: inner } : { tag, prefix: none, content }
}

/** Writes values with the lengths that they have, or claim to have. */
export const writeDer = (nodes: readonly DerNode[]): Buffer => Buffer.concat(nodes.map(writeNode))

function writeNode({ tag, prefix, content, length }: DerNode): Buffer {
  const inner = Buffer.isBuffer(content) ? content : writeDer(content)
  return Buffer.concat([tag, length ?? derLength(prefix.length + inner.length), prefix, inner])
}

/** The shortest form of a length. */
export function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff)
}
