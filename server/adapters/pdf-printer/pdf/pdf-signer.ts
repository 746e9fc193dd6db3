import { createHash, type KeyObject, sign, webcrypto, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { SignPdf } from '@signpdf/signpdf'
import { Signer } from '@signpdf/utils'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import * as pkijs from 'pkijs'
import { type PdfSigner, SigningFileError } from '../types.ts'
import { commonNameOf } from './check-signature.ts'
import { readSigningFile } from './read-signing-file.ts'

/**
 * Reads a PEM or PKCS#12 file; the password also opens an encrypted key in PEM. With RSA, the
 * signature of a document has the same bytes each time; with an elliptic curve it does not.
 */
export async function readPdfSigner(file: string, password?: string): Promise<PdfSigner> {
  const { key, certificates } = await readSigningFile(file, password)
  const [own] = certificates
  const cms = new CmsSigner({ key, cryptoKey: await importKey(key, file), certificates })
  const signPdf = new SignPdf()
  return {
    name: commonNameOf(own),
    validFrom: new Date(own.validFrom),
    validUntil: new Date(own.validTo),
    // Adds up the signature, the certificates, and the structure around them.
    signatureBytes: 1_024 + certificates.reduce((sum, { raw }) => sum + raw.length, 0),
    sign: (pdf) => signPdf.sign(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), cms),
  }
}

const signData = promisify(sign) as (
  algorithm: string,
  data: Uint8Array,
  key: KeyObject,
) => Promise<Buffer>

const curves = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
} as const satisfies Record<string, string>

async function importKey(key: KeyObject, file: string): Promise<webcrypto.CryptoKey> {
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  const algorithm = algorithmOf(key)
  if (algorithm !== undefined)
    return webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  throw new SigningFileError(
    `${file} holds a kind of key that PDF readers do not know; RSA is best`,
  )
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  if (asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const namedCurve = curves[asymmetricKeyDetails?.namedCurve as keyof typeof curves]
  return namedCurve && { name: 'ECDSA', namedCurve }
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
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
  readonly #key: KeyObject
  readonly #cryptoKey: webcrypto.CryptoKey
  readonly #certificates: pkijs.Certificate[]
  readonly #fingerprint: Buffer
  #model: Promise<Cms> | undefined

  constructor({
    key,
    cryptoKey,
    certificates,
  }: { key: KeyObject; cryptoKey: webcrypto.CryptoKey; certificates: readonly X509Certificate[] }) {
    super()
    this.#key = key
    this.#cryptoKey = cryptoKey
    this.#certificates = certificates.map(({ raw }) => pkijs.Certificate.fromBER(raw))
    this.#fingerprint = createHash('sha256')
      .update(certificates[0]?.raw ?? '')
      .digest()
  }

  override async sign(data: Buffer): Promise<Buffer> {
    // Makes each anew by an elliptic curve, where the length of a signature varies.
    if (this.#key.asymmetricKeyType !== 'rsa') return (await this.#make(data)).bytes

    // Reuses a model: two signatures by one RSA key differ only in digest and signature, and
    // building the rest anew takes twice as long as signing.
    this.#model ??= this.#make(Buffer.from('the model'))
    const model = await this.#model
    const digest = createHash('sha256').update(data).digest()
    const attributes = replace(model.attributes, model.digest, digest)
    const signature = await signData('sha256', attributes, this.#key)
    return replace(replace(model.bytes, model.digest, digest), model.signature, signature)
  }

  /** Leaves out the time, which only the PDF may hold according to the profile. */
  async #make(data: Buffer): Promise<Cms> {
    const [own] = this.#certificates
    if (own === undefined) throw new SigningFileError('there is no certificate')
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
    const signer = new pkijs.SignerInfo({
      version: 1,
      sid: new pkijs.IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
      signedAttrs: attributes,
    })
    const signed = new pkijs.SignedData({
      version: 1,
      encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
      certificates: this.#certificates,
      signerInfos: [signer],
    })
    await signed.sign(this.#cryptoKey, 0, 'SHA-256', data)
    const content = new pkijs.ContentInfo({
      contentType: oids.signedData,
      content: signed.toSchema(true),
    })
    return {
      bytes: Buffer.from(content.toSchema().toBER()),
      attributes: asSet(Buffer.from(attributes.toSchema().toBER())),
      digest,
      signature: Buffer.from(signer.signature.valueBlock.valueHexView),
    }
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
