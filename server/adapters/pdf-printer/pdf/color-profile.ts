/**
 * An ICC profile of sRGB (IEC 61966-2-1, ICC.1:2004-10): 3 primaries, the white of D50 and the
 * curve as a formula, because archives want to know what the numbers of colors mean.
 */
export function srgbProfile(): Buffer {
  const curve = tag(
    'para',
    int16(3),
    int16(0),
    fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
  )
  const tags: [signature: string, data: Buffer][] = [
    ['desc', localized('sRGB')],
    ['cprt', localized('Public domain')],
    ['wtpt', tag('XYZ ', fixed(0.9642, 1, 0.82491))],
    [
      'chad',
      tag(
        'sf32',
        fixed(1.04788, 0.02292, -0.05021, 0.02959, 0.99048, -0.01706, -0.00923, 0.01508, 0.75168),
      ),
    ],
    ['rXYZ', tag('XYZ ', fixed(0.43607, 0.22249, 0.01392))],
    ['gXYZ', tag('XYZ ', fixed(0.38515, 0.71687, 0.09708))],
    ['bXYZ', tag('XYZ ', fixed(0.14307, 0.06061, 0.7141))],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const places = new Map<Buffer, number>()
  let size = 128 + 4 + 12 * tags.length
  for (const [, data] of tags) {
    if (places.has(data)) continue
    places.set(data, size)
    size += data.length
  }
  const table = tags.map(([signature, data]) =>
    Buffer.concat([Buffer.from(signature), int32(places.get(data) ?? 0), int32(data.length)]),
  )
  return Buffer.concat([header(size), int32(tags.length), ...table, ...places.keys()])
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x04_20_00_00, 8)
  bytes.write('mntrRGB XYZ ', 12)
  for (const [index, part] of [2026, 1, 1].entries()) bytes.writeUInt16BE(part, 24 + 2 * index)
  bytes.write('acsp', 36)
  fixed(0.9642, 1, 0.82491).copy(bytes, 68)
  return bytes
}

/** Pads the data to whole words, as tables of tags demand. */
function tag(type: string, ...parts: Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from(type), int32(0), ...parts])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

function localized(text: string): Buffer {
  const encoded = Buffer.from(text, 'utf16le').swap16()
  const record = Buffer.concat([Buffer.from('enUS'), int32(encoded.length), int32(28)])
  return tag('mluc', int32(1), int32(12), record, encoded)
}

function fixed(...numbers: number[]): Buffer {
  return Buffer.concat(numbers.map((number) => int32(Math.round(number * 65_536))))
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
