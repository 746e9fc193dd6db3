import { X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, SignedData } from 'pkijs'

/** The signature that a PDF says it was finished with. */
export type PdfSignature =
  | { state: 'none' }
  /** The signed bytes are not those that were signed, or there is no telling. */
  | { state: 'broken' }
  /**
   * `whole`: the signature covers the file from its first byte to its last. `added to`: what was
   * signed is intact, and something follows it, which may hide or replace what a reader sees.
   */
  | { state: 'whole' | 'added to'; signer: string; sha256Fingerprint: string }

/**
 * Checks the first signature of a PDF. A later one vouches for the additions of whoever made it,
 * never for the document as it was issued.
 */
export async function checkPdfSignature(pdf: Uint8Array): Promise<PdfSignature> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const range = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/u.exec(bytes.toString('latin1'))
  if (range === null) return { state: 'none' }
  const [gapStart = 0, gapEnd = 0, rest = 0] = range.slice(1).map(Number)
  const end = gapEnd + rest
  // Nothing but the signature may stand where the signature does not look.
  const [, hex] = /^<([\da-f]+)>$/iu.exec(bytes.toString('latin1', gapStart, gapEnd)) ?? []
  if (hex === undefined || end > bytes.length) return { state: 'broken' }

  const covered = Buffer.concat([bytes.subarray(0, gapStart), bytes.subarray(gapEnd, end)])
  const signer = await findSigner(Buffer.from(hex, 'hex'), covered)
  if (signer === undefined) return { state: 'broken' }
  return { state: end === bytes.length ? 'whole' : 'added to', ...signer }
}

/** Undefined unless it is a valid signature of these bytes. */
async function findSigner(
  signature: Buffer,
  covered: Buffer,
): Promise<{ signer: string; sha256Fingerprint: string } | undefined> {
  try {
    const cms = new SignedData({ schema: ContentInfo.fromBER(signature).content })
    const data = new Uint8Array(covered).buffer
    const { signatureVerified, signerCertificate } = await cms.verify({
      signer: 0,
      data,
      checkChain: false,
      extendedMode: true,
    })
    if (signatureVerified !== true || !(signerCertificate instanceof Certificate)) return undefined
    const x509 = new X509Certificate(Buffer.from(signerCertificate.toSchema().toBER()))
    return { signer: commonNameOf(x509), sha256Fingerprint: x509.fingerprint256 }
  } catch {
    // pkijs throws for what it cannot parse, and for a wrong digest.
    return undefined
  }
}

/** The common name of the subject, or else the whole subject. */
export function commonNameOf({ subject }: X509Certificate): string {
  return /^CN=(.+)$/mu.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')
}
