import { inflateSync } from 'node:zlib'

/**
 * Finds the credential attached to a PDF, a compact JWS, whatever its name, by searching all streams, plain and
 * unpacked.
 */
export function findAttachedCredential(pdf: Buffer): string | undefined {
  for (let at = pdf.indexOf('stream'); at !== -1; at = pdf.indexOf('stream', at + 6)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue
    const start = at + 6 + (pdf[at + 6] === 0x0d ? 2 : 1)
    const end = pdf.indexOf('endstream', start)
    if (end === -1) return undefined
    const content = pdf.subarray(start, end)
    for (const text of [content.toString('latin1'), unpack(content)]) {
      const [jws] = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+(?=\s*$)/.exec(text) ?? []
      if (jws !== undefined) return jws
    }
  }
  return undefined
}

function unpack(content: Buffer): string {
  try {
    // Refuses to unpack more: attachments are small.
    return inflateSync(content, { maxOutputLength: 1_000_000 }).toString('latin1')
  } catch {
    return ''
  }
}
