import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Branding, Signature } from '../adapters/pdf-printer/branding.ts'
import {
  defaultBranding,
  isColor,
  maximalLines,
  maximalSignatures,
} from '../adapters/pdf-printer/branding.ts'
import { maximalPictureBytes, pictureAddressOf } from '../adapters/pdf-printer/documents/picture.ts'

function readPicture(file: string): string {
  const bytes = readFileSync(file)
  if (bytes.length > maximalPictureBytes)
    throw new Error(`is larger than ${maximalPictureBytes / 1000} kB`)
  const address = pictureAddressOf(bytes)
  if (address === undefined) throw new Error('is neither a PNG nor an SVG')
  return address
}

function pictureOf(file: string, context: z.core.$RefinementCtx): string {
  try {
    return readPicture(file)
  } catch (error) {
    const reason =
      error instanceof Error && 'code' in error
        ? `cannot be read (${error.code})`
        : error instanceof Error
          ? error.message
          : ''
    context.addIssue({ code: 'custom', message: `${file} ${reason}` })
    return z.NEVER
  }
}

/** The first line of a file. */
function readPassword(file: string, context: z.core.$RefinementCtx): string {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/u, 1)[0] ?? ''
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown'
    context.addIssue({ code: 'custom', message: `${file} cannot be read (${code})` })
    return z.NEVER
  }
}

const color = z.string().refine(isColor, 'must be a colour like #1a2b45')

function partsOf(value: string, separator: string): string[] {
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The settings that are about certificates, in the order of the documentation. */
export const certificateSettings = {
  CERTIFICATE_ISSUER: z
    .string()
    .min(1)
    .max(100)
    .default('Lyceum')
    .describe('Organisation that certificates and receipts name'),
  CERTIFICATE_LOGO: z
    .string()
    .transform(pictureOf)
    .optional()
    .describe(
      'File with a logo (PNG or SVG) to stand at the head of certificates in the place of the name of the organisation',
    ),
  CERTIFICATE_COLOR: color
    .default(defaultBranding.color)
    .describe('Colour of letters and frame of certificates; a dark one'),
  CERTIFICATE_ACCENT_COLOR: color
    .default(defaultBranding.accent)
    .describe('Colour of ornaments and seal of certificates'),
  CERTIFICATE_SIGNATURES: z
    .string()
    .transform((value, context): Signature[] => {
      const signatures = partsOf(value, ';').map((part) =>
        part.split('|').map((field) => field.trim()),
      )
      const isPlain = (text: string) => text !== '' && text.length <= 100
      if (
        signatures.length > maximalSignatures ||
        signatures.some(([name = '', title = '']) => !isPlain(name) || !isPlain(title))
      )
        context.addIssue({
          code: 'custom',
          message: `must be at most ${maximalSignatures} of the form Name | Title | image file, of 100 characters at most; the file may be left out`,
        })
      return signatures.map(([name = '', title = '', file]) => ({
        name,
        title,
        ...(file !== undefined && file !== '' && { image: pictureOf(file, context) }),
      }))
    })
    .default([])
    .describe(
      'Who signs certificates by hand: Name | Title | file with the signature (PNG or SVG, may be left out), several separated by semicolons, three at most',
    ),
  CERTIFICATE_LINES: z
    .string()
    .transform((value) => partsOf(value, ';'))
    .pipe(z.array(z.string().max(160)).max(maximalLines))
    .default([])
    .describe(
      'Small print at the foot of certificates, like an accreditation: two lines at most, separated by semicolons',
    ),
  CERTIFICATE_SIGNING_FILE: z
    .string()
    .min(1)
    .refine((file) => existsSync(file), 'there is no such file')
    .optional()
    .describe(
      'File with the private key (RSA is best) and the certificates that PDFs are digitally signed with, PEM or PKCS#12 (.p12, .pfx). Default: DATA_DIR/keys/certificates.pem, made when it is needed (in production PDFs are not signed without one)',
    ),
  CERTIFICATE_SIGNING_PASSWORD: z
    .string()
    .optional()
    .describe('Password of CERTIFICATE_SIGNING_FILE, where it has one'),
  CERTIFICATE_SIGNING_PASSWORD_FILE: z
    .string()
    .min(1)
    .transform(readPassword)
    .optional()
    .describe('File with that password alone, instead of CERTIFICATE_SIGNING_PASSWORD'),
  CERTIFICATE_STORAGE: z
    .enum(['database', 'folder', 's3'])
    .default('database')
    .describe(
      'Where the PDFs of certificates are kept: in the database, in a folder, or in an S3 bucket',
    ),
  CERTIFICATE_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe('Folder for PDFs with CERTIFICATE_STORAGE=folder. Default: DATA_DIR/certificates'),
  CERTIFICATE_S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe(
      'Bucket for PDFs with CERTIFICATE_STORAGE=s3. Credentials and region are taken from where the AWS tools look (AWS_ACCESS_KEY_ID, AWS_REGION, …)',
    ),
  CERTIFICATE_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://s3.example.org' })
    .optional()
    .describe('Address of an S3 service other than that of AWS; its buckets are addressed by path'),
}

export interface CertificateConfig {
  branding: Branding
  /**
   * With key and certificates. Made by the service when `mayMakeSigningFile`; otherwise PDFs are
   * not signed where there is none.
   */
  signingFile: string
  signingPassword: string | undefined
  mayMakeSigningFile: boolean
  storage: StorageConfig
}

export type StorageConfig =
  | { kind: 'database' }
  | { kind: 'folder'; folder: string }
  | { kind: 's3'; bucket: string; endpoint: string | undefined }

export type CertificateSettings = z.infer<z.ZodObject<typeof certificateSettings>>

/** A sentence for each setting that does not go with the others is added to `problems`. */
export function readCertificateConfig(
  settings: CertificateSettings,
  { dataDir, production }: { dataDir: string; production: boolean },
): { certificates: CertificateConfig; problems: string[] } {
  const { CERTIFICATE_STORAGE: kind, CERTIFICATE_S3_BUCKET: bucket } = settings
  const problems =
    kind === 's3' && bucket === undefined
      ? ['CERTIFICATE_S3_BUCKET: required with CERTIFICATE_STORAGE=s3']
      : []
  if (
    settings.CERTIFICATE_SIGNING_PASSWORD !== undefined &&
    settings.CERTIFICATE_SIGNING_PASSWORD_FILE !== undefined
  )
    problems.push(
      'CERTIFICATE_SIGNING_PASSWORD_FILE: not together with CERTIFICATE_SIGNING_PASSWORD',
    )
  return {
    problems,
    certificates: {
      branding: {
        color: settings.CERTIFICATE_COLOR,
        accent: settings.CERTIFICATE_ACCENT_COLOR,
        logo: settings.CERTIFICATE_LOGO,
        signatures: settings.CERTIFICATE_SIGNATURES,
        lines: settings.CERTIFICATE_LINES,
      },
      signingFile: resolve(settings.CERTIFICATE_SIGNING_FILE ?? `${dataDir}/keys/certificates.pem`),
      signingPassword:
        settings.CERTIFICATE_SIGNING_PASSWORD ?? settings.CERTIFICATE_SIGNING_PASSWORD_FILE,
      mayMakeSigningFile: !production && settings.CERTIFICATE_SIGNING_FILE === undefined,
      storage: storageOf(settings, dataDir),
    },
  }
}

function storageOf(settings: CertificateSettings, dataDir: string): StorageConfig {
  if (settings.CERTIFICATE_STORAGE === 'folder')
    return {
      kind: 'folder',
      folder: resolve(settings.CERTIFICATE_FOLDER ?? `${dataDir}/certificates`),
    }
  if (settings.CERTIFICATE_STORAGE === 's3')
    return {
      kind: 's3',
      bucket: settings.CERTIFICATE_S3_BUCKET ?? '',
      endpoint: settings.CERTIFICATE_S3_ENDPOINT,
    }
  return { kind: 'database' }
}
