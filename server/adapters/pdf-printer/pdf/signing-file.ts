import { randomBytes, webcrypto } from 'node:crypto'
import { link, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Integer, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  getRandomValues,
} from 'pkijs'
import { codeOf } from '../../../errors/code-of.ts'

const years = 20

/**
 * Makes a key and a self-signed certificate: a reader of PDFs shows that a document is unchanged,
 * and that it does not know the signer. True if it was made, false if there is such a file already.
 */
export async function createSigningFile(file: string, name: string, now: Date): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const partial = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(partial, await makeSigningPem(name, now), { mode: 0o600, flag: 'wx' })
    // Lets the first of two processes win, with a whole file.
    await link(partial, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    await rm(partial, { force: true })
  }
}

/** Makes RSA of 3,072 bits, to last as long as certificates do. */
export async function makeSigningPem(name: string, now: Date): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 3072,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])

  const certificate = new Certificate({ version: 2 })
  const serial = getRandomValues(new Uint8Array(16))
  serial.set([((serial[0] ?? 0) & 0x3f) | 0x40])
  certificate.serialNumber = new Integer({ valueHex: serial })
  const commonName = { type: '2.5.4.3', value: new Utf8String({ value: name }) }
  certificate.issuer.typesAndValues.push(new AttributeTypeAndValue(commonName))
  certificate.subject.typesAndValues.push(new AttributeTypeAndValue(commonName))
  certificate.notBefore.value = new Date(now.getTime() - 3_600_000)
  certificate.notAfter.value = new Date(now.getTime() + years * 365.25 * 86_400_000)
  certificate.extensions = [
    extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema().toBER()),
    // digitalSignature and nonRepudiation
    extension('2.5.29.15', new Uint8Array([0x03, 0x02, 0x06, 0xc0])),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(privateKey, 'SHA-256')

  const key = await webcrypto.subtle.exportKey('pkcs8', privateKey)
  return pem('PRIVATE KEY', key) + pem('CERTIFICATE', certificate.toSchema(true).toBER())
}

function extension(id: string, value: ArrayBuffer | Uint8Array<ArrayBuffer>): Extension {
  return new Extension({
    extnID: id,
    critical: true,
    extnValue: value instanceof Uint8Array ? value.buffer : value,
  })
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/gu) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
