import { crc32 } from 'node:zlib'

const afterHeader = 33
const keyword = 'openbadgecredential'

/**
 * Returns the picture with the credential in it (Open Badges 3.0, section 5.3: baked badges): a
 * compact JWS in an `iTXt` chunk, right after the header of the PNG.
 */
export function bakeCredential(png: Uint8Array, jws: string): Buffer {
  const data = Buffer.concat([
    Buffer.from(`${keyword}\0`, 'latin1'),
    // Writes flags: uncompressed, no language, no translated keyword.
    Buffer.from([0, 0, 0, 0]),
    Buffer.from(jws, 'latin1'),
  ])
  return Buffer.concat([
    png.subarray(0, afterHeader),
    chunk('iTXt', data),
    png.subarray(afterHeader),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, checksum])
}
