import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { SigningFileError } from '../types.ts'
import type { FileContent } from './pkcs12.ts'

/** A private key and its certificate, followed by those up to an authority. */
export interface SigningKey {
  key: KeyObject
  certificates: readonly [X509Certificate, ...X509Certificate[]]
}

/**
 * Reads a PEM file or a PKCS#12 file (.p12, .pfx), whatever its name. The password also opens an
 * encrypted key in PEM.
 * @throws SigningFileError when the file holds no key with its certificate, or the password is wrong
 */
export async function readSigningFile(
  file: string,
  password: string | undefined,
): Promise<SigningKey> {
  const bytes = await readBytes(file)
  const { keys, certificates } = isDer(bytes)
    ? await readPkcs12(bytes, { file, password })
    : readPem(bytes, { file, password })
  if (keys.length === 0) throw new SigningFileError(`${file} holds no private key`)
  if (certificates.length === 0) throw new SigningFileError(`${file} holds no certificate`)

  for (const key of keys) {
    const own = certificates.find((certificate) => certificate.checkPrivateKey(key))
    if (own !== undefined)
      return {
        key,
        certificates: [own, ...certificates.filter((certificate) => certificate !== own)],
      }
  }
  throw new SigningFileError(`the certificate in ${file} belongs to a different key`)
}

/** Reads the certificates of a key that is elsewhere: its own, then those up to an authority. */
export async function readCertificates(file: string): Promise<SigningKey['certificates']> {
  const [own, ...others] = readPem(await readBytes(file), {
    file,
    password: undefined,
  }).certificates
  if (own === undefined) throw new SigningFileError(`${file} holds no certificate`)
  return [own, ...others]
}

function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new SigningFileError(`${file} cannot be read (${cause.code})`, { cause })
  })
}

/** Checks the date: a signature made outside these days is invalid to every reader forever. */
export function assertValidAt(
  at: Date,
  { validFrom, validUntil }: { validFrom: Date; validUntil: Date },
  file: string,
): void {
  const day = (date: Date) => dayOf(date, 'UTC')
  if (at > validUntil)
    throw new SigningFileError(
      `the certificate in ${file} has expired: it ended on ${day(validUntil)}`,
    )
  if (at < validFrom)
    throw new SigningFileError(
      `the certificate in ${file} is not valid yet: it begins on ${day(validFrom)}`,
    )
}

/** Whether it is PKCS#12, a SEQUENCE in DER; no PEM file begins with this byte. */
function isDer(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && (bytes[1] ?? 0) >= 0x80
}

interface Opening {
  file: string
  password: string | undefined
}

async function readPkcs12(bytes: Buffer, opening: Opening): Promise<FileContent> {
  // Loads the library only for such a file.
  const { openPkcs12 } = await import('./pkcs12.ts')
  const content = openPkcs12(bytes, opening.password ?? '')
  if (content === 'wrong password') throw wrongPassword(opening)
  if (content === undefined) throw unreadable(opening)
  return content
}

function readPem(bytes: Buffer, opening: Opening): FileContent {
  const pem = bytes.toString('utf8')
  const keys =
    pem.match(/-----BEGIN (?:\w+ )?PRIVATE KEY-----[\s\S]+?-----END (?:\w+ )?PRIVATE KEY-----/gu) ??
    []
  const certificates =
    pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/gu) ?? []
  return {
    keys: keys.map((key) => readPemKey(key, opening)),
    certificates: certificates.map((certificate) => {
      try {
        return new X509Certificate(certificate)
      } catch {
        throw unreadable(opening)
      }
    }),
  }
}

function readPemKey(pem: string, opening: Opening): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase: opening.password ?? '' })
  } catch {
    throw /ENCRYPTED/u.test(pem) ? wrongPassword(opening) : unreadable(opening)
  }
}

function wrongPassword({ file, password }: Opening): SigningFileError {
  return new SigningFileError(
    password === undefined
      ? `${file} is protected by a password: set CERTIFICATE_SIGNING_PASSWORD_FILE`
      : `the password for ${file} is wrong`,
  )
}

function unreadable({ file }: Opening): SigningFileError {
  return new SigningFileError(`${file} holds a key or a certificate that cannot be read`)
}
