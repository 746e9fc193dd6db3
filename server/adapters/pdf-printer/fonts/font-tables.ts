/** The tables of a TrueType font, as views of its bytes (OpenType 1.9). */
export class FontTables {
  readonly glyphs: ReadonlyMap<number, number>
  readonly #tables: ReadonlyMap<string, DataView>

  constructor(font: Uint8Array) {
    const file = new DataView(font.buffer, font.byteOffset, font.byteLength)
    const records = Array.from({ length: file.getUint16(4) }, (_, index) => 12 + 16 * index)
    this.#tables = new Map(
      records.map((at) => [
        tagAt(file, at),
        viewOf(file, file.getUint32(at + 8), file.getUint32(at + 12)),
      ]),
    )
    this.glyphs = readGlyphs(this.table('cmap'))
  }

  table(tag: string): DataView {
    const found = this.#tables.get(tag)
    if (found === undefined) throw new Error(`the font has no table ${tag}`)
    return found
  }

  /** The outline of a glyph; empty for a space. */
  outline(glyph: number): DataView {
    const loca = this.table('loca')
    const isLong = this.table('head').getInt16(50) === 1
    const offset = (index: number) =>
      isLong ? loca.getUint32(4 * index) : 2 * loca.getUint16(2 * index)
    return viewOf(this.table('glyf'), offset(glyph), offset(glyph + 1) - offset(glyph))
  }

  metrics(glyph: number): { advance: number; leftBearing: number } {
    const hmtx = this.table('hmtx')
    const full = this.table('hhea').getUint16(34)
    const last = Math.min(glyph, full - 1)
    const leftBearing =
      glyph < full ? hmtx.getInt16(4 * glyph + 2) : hmtx.getInt16(4 * full + 2 * (glyph - full))
    return { advance: hmtx.getUint16(4 * last), leftBearing }
  }
}

function viewOf(view: DataView, offset: number, length: number): DataView {
  return new DataView(view.buffer, view.byteOffset + offset, length)
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)))
}

/** Which glyph each code point is drawn with: `cmap`, formats 4 and 12. */
function readGlyphs(cmap: DataView): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const subtable = cmap.getUint32(4 + 8 * index + 4)
    const format = cmap.getUint16(subtable)
    if (format === 4) readSegments(cmap, subtable, glyphs)
    if (format === 12) readGroups(cmap, subtable, glyphs)
  }
  return glyphs
}

function readSegments(cmap: DataView, subtable: number, glyphs: Map<number, number>): void {
  const twiceCount = cmap.getUint16(subtable + 6)
  const [ends, starts] = [subtable + 14, subtable + 16 + twiceCount]
  const [deltas, offsets] = [starts + twiceCount, starts + 2 * twiceCount]
  for (let at = 0; at < twiceCount; at += 2) {
    const [start, end, delta, offset] = [
      cmap.getUint16(starts + at),
      cmap.getUint16(ends + at),
      cmap.getUint16(deltas + at),
      cmap.getUint16(offsets + at),
    ]
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint += 1) {
      const found =
        offset === 0 ? codePoint : cmap.getUint16(offsets + at + offset + 2 * (codePoint - start))
      const glyph = offset !== 0 && found === 0 ? 0 : (found + delta) & 0xffff
      if (glyph !== 0) glyphs.set(codePoint, glyph)
    }
  }
}

function readGroups(cmap: DataView, subtable: number, glyphs: Map<number, number>): void {
  for (let index = 0; index < cmap.getUint32(subtable + 12); index += 1) {
    const group = subtable + 16 + 12 * index
    const [start, end, first] = [
      cmap.getUint32(group),
      cmap.getUint32(group + 4),
      cmap.getUint32(group + 8),
    ]
    for (let codePoint = start; codePoint <= end; codePoint += 1)
      glyphs.set(codePoint, first + codePoint - start)
  }
}
