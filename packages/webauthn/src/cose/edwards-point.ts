/** An Edwards curve a·x² + y² = 1 + d·x²·y² over the field of p (RFC 8032 §5.1 and §5.2). */
type Curve = { p: bigint; a: bigint; d: bigint }

const p25519 = 2n ** 255n - 19n
const p448 = 2n ** 448n - 2n ** 224n - 1n

const curve25519: Curve = {
  p: p25519,
  a: p25519 - 1n,
  d: 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n,
}
const curve448: Curve = { p: p448, a: 1n, d: p448 - 39081n }

/**
 * Whether this is the canonical encoding of a point on the curve that is not of small order; for points of small order,
 * anyone can forge signatures. 32 bytes are read as Ed25519, other lengths as Ed448.
 */
export function isEdwardsPointSound(encoded: Buffer): boolean {
  const curve = encoded.length === 32 ? curve25519 : curve448
  const y = littleEndian(withoutSign(encoded))
  if (y >= curve.p) return false
  const ySquared = mod(y * y, curve.p)
  const xSquared = squareOfX(ySquared, curve)
  return isSquare(xSquared, curve.p) && !isSmallOrder(xSquared, ySquared, curve)
}

function withoutSign(encoded: Buffer): Buffer {
  const copy = Buffer.from(encoded)
  copy[copy.length - 1]! &= 0x7f
  return copy
}

const littleEndian = (bytes: Buffer) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`)

// d is not a square in the field while a is, so the divisor is never zero.
const squareOfX = (ySquared: bigint, { p, a, d }: Curve) =>
  mod((1n - ySquared) * inverse(mod(a - d * ySquared, p), p), p)

// x = 0 has order 1 or 2, y = 0 order 4; points of order 8 double to y = 0, and y of the double is (y² − a·x²) / ….
const isSmallOrder = (xSquared: bigint, ySquared: bigint, { p, a }: Curve) =>
  xSquared === 0n || ySquared === 0n || ySquared === mod(a * xSquared, p)

const inverse = (value: bigint, p: bigint) => power(value, p - 2n, p)

// Euler's criterion.
const isSquare = (value: bigint, p: bigint) => power(value, (p - 1n) / 2n, p) <= 1n

function power(base: bigint, exponent: bigint, p: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square, p)
    square = mod(square * square, p)
  }
  return result
}

const mod = (value: bigint, p: bigint) => ((value % p) + p) % p
