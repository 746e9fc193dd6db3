import type { FontTables } from './font-tables.ts'

/** A character, and one of the files of its family that can draw it. */
export interface Drawn {
  codePoint: number
  tables: FontTables
}

interface PickedGlyph {
  outline: Buffer
  advance: number
  leftBearing: number
}

/**
 * One small font with just these characters, out of several files of one family. Every font in a
 * PDF costs more than a thousand bytes beside its outlines, and a line of Japanese would need a
 * dozen. For scripts without joining letters: rules for shaping are left out.
 */
export function mergeFonts(drawn: readonly Drawn[]): Uint8Array {
  const [first] = drawn
  if (first === undefined) throw new Error('a font needs a character')
  const sorted = drawn.toSorted((one, other) => one.codePoint - other.codePoint)
  const picked: PickedGlyph[] = []
  const known = new Map<FontTables, Map<number, number>>()

  function pick(tables: FontTables, glyph: number): number {
    const ofFile = known.get(tables) ?? new Map<number, number>()
    known.set(tables, ofFile)
    const before = ofFile.get(glyph)
    if (before !== undefined) return before

    const index = picked.length
    ofFile.set(glyph, index)
    const { buffer, byteOffset, byteLength } = tables.outline(glyph)
    const outline = Buffer.from(Buffer.from(buffer, byteOffset, byteLength))
    picked.push({ outline, ...tables.metrics(glyph) })
    for (const at of componentsOf(outline))
      outline.writeUInt16BE(pick(tables, outline.readUInt16BE(at)), at)
    return index
  }

  pick(first.tables, 0)
  const groups = sorted.map(
    ({ codePoint, tables }) =>
      [codePoint, pick(tables, tables.glyphs.get(codePoint) ?? 0)] as const,
  )
  return assemble({
    ...glyphTables(picked),
    ...describeFont(first.tables, picked),
    cmap: writeCmap(groups),
  })
}

/** Where in a composite outline the numbers of its parts stand. */
function componentsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const places: number[] = []
  let hasMore = true
  for (let at = 10; hasMore; ) {
    const flags = outline.readUInt16BE(at)
    places.push(at + 2)
    const matrix = flags & 0x80 ? 8 : flags & 0x40 ? 4 : flags & 0x08 ? 2 : 0
    at += 4 + (flags & 0x01 ? 4 : 2) + matrix
    hasMore = (flags & 0x20) !== 0
  }
  return places
}

function glyphTables(picked: readonly PickedGlyph[]) {
  const padded = picked.map(({ outline }) =>
    Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]),
  )
  const loca = Buffer.alloc(4 * (picked.length + 1))
  const hmtx = Buffer.alloc(4 * picked.length)
  let offset = 0
  for (const [index, { advance, leftBearing }] of picked.entries()) {
    offset += padded[index]?.length ?? 0
    loca.writeUInt32BE(offset, 4 * (index + 1))
    hmtx.writeUInt16BE(advance, 4 * index)
    hmtx.writeInt16BE(leftBearing, 4 * index + 2)
  }
  return { glyf: Buffer.concat(padded), loca, hmtx }
}

/** What is said about the whole font, from the file that its first character comes from. */
function describeFont(tables: FontTables, picked: readonly PickedGlyph[]) {
  const [head, hhea, maxp, os2, name, post] = ['head', 'hhea', 'maxp', 'OS/2', 'name', 'post'].map(
    (tag) => copyOf(tables.table(tag)),
  )
  if (
    head === undefined ||
    hhea === undefined ||
    maxp === undefined ||
    os2 === undefined ||
    name === undefined ||
    post === undefined
  )
    throw new Error('the font is not complete')
  head.writeUInt32BE(0, 8)
  head.writeInt16BE(1, 50)
  hhea.writeUInt16BE(picked.length, 34)
  maxp.writeUInt16BE(picked.length, 4)
  return { head, hhea, maxp, 'OS/2': os2, name, post }
}

function copyOf({ buffer, byteOffset, byteLength }: DataView): Buffer {
  return Buffer.from(Buffer.from(buffer, byteOffset, byteLength))
}

function writeCmap(groups: readonly (readonly [codePoint: number, glyph: number])[]): Buffer {
  const cmap = Buffer.alloc(12 + 16 + 12 * groups.length)
  // Version 0, one subtable: Windows, all of Unicode, twelve bytes further on. Then format 12.
  cmap.writeUInt16BE(1, 2)
  cmap.writeUInt16BE(3, 4)
  cmap.writeUInt16BE(10, 6)
  cmap.writeUInt32BE(12, 8)
  cmap.writeUInt16BE(12, 12)
  cmap.writeUInt32BE(16 + 12 * groups.length, 16)
  cmap.writeUInt32BE(groups.length, 24)
  for (const [index, [codePoint, glyph]] of groups.entries()) {
    const at = 28 + 12 * index
    cmap.writeUInt32BE(codePoint, at)
    cmap.writeUInt32BE(codePoint, at + 4)
    cmap.writeUInt32BE(glyph, at + 8)
  }
  return cmap
}

function assemble(tables: Record<string, Buffer>): Uint8Array {
  const entries = Object.entries(tables).sort(([one], [other]) => (one < other ? -1 : 1))
  const header = Buffer.alloc(12 + 16 * entries.length)
  const power = Math.floor(Math.log2(entries.length))
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(entries.length, 4)
  header.writeUInt16BE(16 * 2 ** power, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(16 * (entries.length - 2 ** power), 10)

  const bodies: Buffer[] = []
  let offset = header.length
  for (const [index, [tag, table]] of entries.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    const record = 12 + 16 * index
    header.write(tag, record, 'latin1')
    header.writeUInt32BE(checksumOf(padded), record + 4)
    header.writeUInt32BE(offset, record + 8)
    header.writeUInt32BE(table.length, record + 12)
    bodies.push(padded)
    offset += padded.length
  }
  return Buffer.concat([header, ...bodies])
}

function checksumOf(table: Buffer): number {
  let sum = 0
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0
  return sum
}
