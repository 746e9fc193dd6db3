import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dayOf } from '../../../lib/lists/periods.ts'
import { createFileStorage } from '../../../server/adapters/file-storage/file-storage.ts'
import { endsSoon, readValidSigner } from '../../../server/adapters/pdf-printer/pdf-printer.ts'
import type { Config } from '../../../server/config/config.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

const selfMade =
  'openssl req -x509 -newkey rsa:3072 -nodes -days 7300 -subj "/CN=YOUR ORGANIZATION" ' +
  '-keyout key.pem -out cert.pem, then put both into one file'

/** Checks the certificate that signs PDFs. */
export async function checkSignature(
  { certificates: { signing, mayMakeSigningFile } }: Config,
  now: Date,
): Promise<Finding> {
  if (!existsSync(signing.file)) {
    if (mayMakeSigningFile)
      return ok(
        'signature',
        `${signing.file} will be created when the first certificate is printed`,
      )
    return warning(
      'signature',
      'certificate PDFs are not signed',
      `Set CERTIFICATE_SIGNING_FILE; to make a self-signed one: ${selfMade}.`,
    )
  }
  try {
    const { name, validUntil } = await readValidSigner(signing, now)
    const found = `PDFs are signed as ${name}, until ${dayOf(validUntil, 'UTC')}`
    if (!endsSoon(validUntil, now)) return ok('signature', found)
    return warning(
      'signature',
      found,
      'Get a new certificate in time: nothing is printed with an expired one.',
    )
  } catch (error) {
    return failed(
      'signature',
      error instanceof Error ? error.message : String(error),
      'Put a PEM or PKCS#12 file with an RSA key and its certificate there; if it has a ' +
        'password, set CERTIFICATE_SIGNING_PASSWORD_FILE.',
    )
  }
}

/** Writes, reads and removes a file in the storage of PDFs. */
export async function checkStorage({ certificates: { storage } }: Config): Promise<Finding> {
  const files = createFileStorage(storage)
  if (files === undefined) return ok('storage', 'PDFs are stored in the database')

  const place =
    storage.kind === 'folder'
      ? storage.folder
      : storage.kind === 's3'
        ? `the bucket ${storage.bucket}`
        : ''
  const name = `doctor-${randomUUID()}.pdf`
  try {
    const sent = Buffer.from(name)
    await files.put(name, sent)
    const received = await files.get(name)
    await files.remove(name)
    if (received === undefined || !sent.equals(received))
      throw new Error('the file read differs from the file written')
    return ok('storage', `PDFs are stored in ${place}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(
      'storage',
      `PDFs cannot be stored in ${place}: ${reason}`,
      'Correct CERTIFICATE_STORAGE and its related settings, or the permissions there.',
    )
  }
}
