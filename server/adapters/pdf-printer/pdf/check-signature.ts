import { X509Certificate } from 'node:crypto'
import { Certificate, ContentInfo, SignedData } from 'pkijs'

/** The signature with which a PDF claims to be finished. */
export type PdfSignature =
  | { state: 'none' }
  /** The signed bytes differ from what was signed, or this cannot be told. */
  | { state: 'broken' }
  /**
   * `whole`: the signature covers the file from its first byte to its last. `added to`: what was
   * signed is intact, but something follows it, which may hide or replace what a reader sees.
   */
  | { state: 'whole' | 'added to'; signer: string; sha256Fingerprint: string }

/**
 * Checks the first signature of a PDF. A later one vouches for its own additions, never for the
 * document as it was issued.
 */
export async function checkPdfSignature(pdf: Uint8Array): Promise<PdfSignature> {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const range = /\/ByteRange\s*\[\s*0\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/u.exec(bytes.toString('latin1'))
  if (range === null) return { state: 'none' }
  const [gapStart = 0, gapEnd = 0, rest = 0] = range.slice(1).map(Number)
  const end = gapEnd + rest
  // Allows nothing but the signature where the signature does not look.
  const [, hex] = /^<([\da-f]+)>$/iu.exec(bytes.toString('latin1', gapStart, gapEnd)) ?? []
  if (hex === undefined || end > bytes.length) return { state: 'broken' }

  const covered = Buffer.concat([bytes.subarray(0, gapStart), bytes.subarray(gapEnd, end)])
  const signer = await findSigner(Buffer.from(hex, 'hex'), covered)
  if (signer === undefined) return { state: 'broken' }
  return { state: end === bytes.length ? 'whole' : 'added to', ...signer }
}

/** Finds the signer; undefined unless it is a valid signature of these bytes. */
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
    // Treats errors as invalid: pkijs throws for what it cannot parse, and for a wrong digest.
    return undefined
  }
}

/** Returns the common name of the subject, or else the whole subject. */
export function commonNameOf({ subject }: X509Certificate): string {
  return /^CN=(.+)$/mu.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ')
}
