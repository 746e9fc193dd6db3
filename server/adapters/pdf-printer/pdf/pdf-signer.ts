import { createHash } from 'node:crypto'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import * as pkijs from 'pkijs'
import type { PdfSigner, SealingKey } from '../types.ts'
import { commonNameOf } from './check-signature.ts'
import { openSealingKey } from './sealing-key.ts'
import { requestTimeStamp, timeStampBytes } from './time-stamp.ts'

/** What a signature is made with beside the file. */
export interface Sealing {
  /** Program that signs with a key elsewhere; the file then holds only the certificates. */
  command?: string | undefined
  /** Where it is signed, as readers show it. */
  place?: string | undefined
  /** Server of time stamps. */
  timestampUrl?: string | undefined
}

/**
 * Reads a PEM or PKCS#12 file; the password also opens an encrypted key in PEM. With RSA, and
 * without a time stamp, the signature of a document has the same bytes each time.
 */
export async function readPdfSigner(
  file: string,
  password?: string,
  { command, place, timestampUrl }: Sealing = {},
): Promise<PdfSigner> {
  const key = await openSealingKey(file, { password, command })
  const [own] = key.certificates
  const signPdf = new SignPdf()
  const signerOf = (cms: Signer, extraBytes: number): PdfSigner => ({
    name: commonNameOf(own),
    place,
    validFrom: new Date(own.validFrom),
    validUntil: new Date(own.validTo),
    // Adds up the signature, the certificates, and the structure around them.
    signatureBytes:
      1_024 + extraBytes + key.certificates.reduce((sum, { raw }) => sum + raw.length, 0),
    sign: (pdf) => signPdf.sign(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), cms),
  })
  const cms = new CmsSigner(key)
  const plain = signerOf(cms, 0)
  if (timestampUrl === undefined) return plain
  return { ...signerOf(new StampedSigner(cms, timestampUrl), timeStampBytes), untimed: plain }
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaWithSha256: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** A detached CMS signature, and its parts that differ between documents. */
interface Cms {
  bytes: Buffer
  /** The signed attributes, among them the digest of the document. */
  attributes: Buffer
  digest: Buffer
  signature: Buffer
}

class CmsSigner extends Signer {
  readonly #key: SealingKey
  readonly #isRsa: boolean
  readonly #certificates: pkijs.Certificate[]
  readonly #fingerprint: Buffer
  #model: Promise<Cms> | undefined

  constructor(key: SealingKey) {
    super()
    const [own] = key.certificates
    this.#key = key
    this.#isRsa = own.publicKey.asymmetricKeyType === 'rsa'
    this.#certificates = key.certificates.map(({ raw }) => pkijs.Certificate.fromBER(raw))
    this.#fingerprint = createHash('sha256').update(own.raw).digest()
  }

  override async sign(data: Buffer): Promise<Buffer> {
    // Makes each anew by an elliptic curve, where the length of a signature varies.
    if (!this.#isRsa) return (await this.#make(data)).bytes

    // Reuses a model: two signatures by one RSA key differ only in digest and signature, and
    // building the rest anew takes twice as long as signing.
    this.#model ??= this.#make(Buffer.from('the model'))
    const model = await this.#model
    const digest = createHash('sha256').update(data).digest()
    const attributes = replace(model.attributes, model.digest, digest)
    const signature = await this.#key.sign(attributes)
    return replace(replace(model.bytes, model.digest, digest), model.signature, signature)
  }

  /** Leaves out the time, which only the PDF may hold according to the profile. */
  async #make(data: Buffer): Promise<Cms> {
    const [own] = this.#certificates
    if (own === undefined) throw new Error('there is no certificate')
    const digest = createHash('sha256').update(data).digest()
    // Sorts them by their bytes, as DER demands.
    const attributes = new pkijs.SignedAndUnsignedAttributes({
      type: 0,
      attributes: [
        new pkijs.Attribute({
          type: oids.contentType,
          values: [new ObjectIdentifier({ value: oids.data })],
        }),
        new pkijs.Attribute({
          type: oids.messageDigest,
          values: [new OctetString({ valueHex: digest })],
        }),
        new pkijs.Attribute({
          type: oids.signingCertificateV2,
          values: [this.#signingCertificate()],
        }),
      ],
    })
    const signedBytes = asSet(Buffer.from(attributes.toSchema().toBER()))
    const signature = await this.#key.sign(signedBytes)
    const digestAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: oids.sha256 })
    const signer = new pkijs.SignerInfo({
      version: 1,
      sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
      digestAlgorithm,
      signedAttrs: attributes,
      signatureAlgorithm: this.#isRsa
        ? new pkijs.AlgorithmIdentifier({
            algorithmId: oids.rsaWithSha256,
            algorithmParams: new Null(),
          })
        : new pkijs.AlgorithmIdentifier({ algorithmId: oids.ecdsaWithSha256 }),
      signature: new OctetString({ valueHex: signature }),
    })
    const signed = new pkijs.SignedData({
      version: 1,
      digestAlgorithms: [digestAlgorithm],
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
      certificates: this.#certificates,
      signerInfos: [signer],
    })
    return { bytes: wrap(signed), attributes: signedBytes, digest, signature }
  }

  /**
   * Binds the signature to this certificate (RFC 5035). SHA-256 is the default, so it is left out.
   */
  #signingCertificate(): Sequence {
    const certificateId = new Sequence({
      value: [new OctetString({ valueHex: this.#fingerprint })],
    })
    return new Sequence({ value: [new Sequence({ value: [certificateId] })] })
  }
}

/** Has each signature stamped with the time, which makes it a PAdES baseline B-T. */
class StampedSigner extends Signer {
  readonly #cms: CmsSigner
  readonly #url: string

  constructor(cms: CmsSigner, url: string) {
    super()
    this.#cms = cms
    this.#url = url
  }

  override async sign(data: Buffer): Promise<Buffer> {
    const { content } = pkijs.ContentInfo.fromBER(await this.#cms.sign(data))
    const signed = new pkijs.SignedData({ schema: content })
    for (const signer of signed.signerInfos) {
      const token = await requestTimeStamp(this.#url, signer.signature.valueBlock.valueHexView)
      signer.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
        type: 1,
        attributes: [
          new pkijs.Attribute({ type: oids.timeStampToken, values: [token.toSchema()] }),
        ],
      })
    }
    return wrap(signed)
  }
}

function wrap(signed: pkijs.SignedData): Buffer {
  const content = new pkijs.ContentInfo({
    contentType: oids.signedData,
    content: signed.toSchema(true),
  })
  return Buffer.from(content.toSchema().toBER())
}

/**
 * Encodes attributes as the SET that is signed; in the signature they have a tag of their own (RFC
 * 5652, 5.4).
 */
function asSet(attributes: Buffer): Buffer {
  attributes.writeUInt8(0x31, 0)
  return attributes
}

/** Returns a copy in which `other` replaces `part`; both have the same length. */
function replace(bytes: Buffer, part: Buffer, other: Buffer): Buffer {
  const at = bytes.indexOf(part)
  if (at === -1 || part.length !== other.length) throw new Error('the signature is not as expected')
  const copy = Buffer.from(bytes)
  other.copy(copy, at)
  return copy
}
