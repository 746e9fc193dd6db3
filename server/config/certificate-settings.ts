import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Branding, Signature } from '../../content/branding/branding.ts'
import {
  defaultBranding,
  findPictureFault,
  isColor,
  isVisible,
  maxLines,
  maxSignatures,
  paleWords,
  pictureUrlOf,
} from '../../content/branding/branding.ts'
import { codeOf } from '../errors/code-of.ts'
import { listOf, nonEmpty, partsOf, storageOf, webUrl } from './shapes.ts'

function pictureOf(file: string, context: z.core.$RefinementCtx): string {
  const bytes = bytesOf(file, context)
  if (bytes === undefined) return z.NEVER
  const fault = findPictureFault(bytes)
  if (fault !== undefined) context.addIssue(`${file} ${fault}`)
  return pictureUrlOf(bytes) ?? z.NEVER
}

/** Reads the first line of a file. */
function readPassword(file: string, context: z.core.$RefinementCtx): string {
  return bytesOf(file, context)?.toString('utf8').split(/\r?\n/u, 1)[0] ?? ''
}

function bytesOf(file: string, context: z.core.$RefinementCtx): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    context.addIssue(`${file} cannot be read (${codeOf(error)})`)
    return undefined
  }
}

const color = z.string().refine(isColor, { error: 'must be a color like #1a2b45', abort: true })

/** The settings of certificates, in the order of the documentation. */
export const certificateSettings = {
  CERTIFICATE_ISSUER: nonEmpty
    .max(100)
    .optional()
    .describe(
      'Organization named on certificates and receipts. Default: SCHOOL_NAME, otherwise Lyceum',
    ),
  CERTIFICATE_LOGO: z
    .string()
    .transform(pictureOf)
    .optional()
    .describe(
      'File with a logo (PNG or SVG) that replaces the name of the organization at the head of ' +
        'certificates and pages. Default: the one in BRAND_FOLDER',
    ),
  CERTIFICATE_COLOR: color
    .refine((value) => isVisible(value, 'text'), paleWords)
    .optional()
    .describe(
      'Color of text and frame on certificates; should be dark. Default: SCHOOL_COLOR, otherwise ' +
        defaultBranding.color,
    ),
  CERTIFICATE_ACCENT_COLOR: color
    .refine((value) => isVisible(value, 'ornament'), paleWords)
    .default(defaultBranding.accent)
    .describe('Color of ornaments and seal on certificates'),
  CERTIFICATE_SIGNATURES: z
    .string()
    .transform((value, context): Signature[] => {
      const signatures = partsOf(value, ';').map((part) =>
        part.split('|').map((field) => field.trim()),
      )
      const isPlain = (text: string) => text !== '' && text.length <= 100
      if (
        signatures.length > maxSignatures ||
        signatures.some(([name = '', title = '']) => !isPlain(name) || !isPlain(title))
      )
        context.addIssue(
          `must be at most ${maxSignatures} of the form Name | Title | image file, with at most ` +
            '100 characters per text; the file is optional',
        )
      return signatures.map(([name = '', title = '', file]) => ({
        name,
        title,
        ...(file !== undefined && file !== '' && { image: pictureOf(file, context) }),
      }))
    })
    .default([])
    .describe(
      'Handwritten signatures on certificates: Name | Title | file with the signature (PNG or SVG, ' +
        'optional); at most three, separated by semicolons',
    ),
  CERTIFICATE_LINES: listOf(';')
    .pipe(z.array(z.string().max(160)).max(maxLines))
    .default([])
    .describe(
      'Small print at the foot of certificates, such as an accreditation: at most two lines, ' +
        'separated by semicolons',
    ),
  CERTIFICATE_SIGNING_FILE: nonEmpty
    .refine((file) => existsSync(file), 'there is no such file')
    .optional()
    .describe(
      'File with the private key (RSA is best) and the certificates that digitally sign PDFs: PEM ' +
        'or PKCS#12 (.p12, .pfx). Default: DATA_DIR/keys/certificates.pem, created when needed ' +
        '(except in production, where PDFs stay unsigned without it)',
    ),
  CERTIFICATE_SIGNING_PASSWORD: z
    .string()
    .optional()
    .describe('Password of CERTIFICATE_SIGNING_FILE, if it has one'),
  CERTIFICATE_SIGNING_PASSWORD_FILE: nonEmpty
    .transform(readPassword)
    .optional()
    .describe('File that holds only this password; replaces CERTIFICATE_SIGNING_PASSWORD'),
  CERTIFICATE_STORAGE: z
    .enum(['database', 'folder', 's3'])
    .default('database')
    .describe(
      'Where PDFs of certificates are stored: in the database, in a folder or in an S3 bucket',
    ),
  CERTIFICATE_FOLDER: nonEmpty
    .optional()
    .describe('Folder for PDFs with CERTIFICATE_STORAGE=folder. Default: DATA_DIR/certificates'),
  CERTIFICATE_S3_BUCKET: z
    .string()
    .min(3)
    .optional()
    .describe(
      'Bucket for PDFs with CERTIFICATE_STORAGE=s3. Credentials and region come from where the AWS ' +
        'tools look (AWS_ACCESS_KEY_ID, AWS_REGION, …)',
    ),
  CERTIFICATE_S3_ENDPOINT: webUrl('https://s3.example.org')
    .optional()
    .describe('URL of an S3 service other than AWS; its buckets are addressed by path'),
}

type CertificateSettings = z.infer<z.ZodObject<typeof certificateSettings>>

/** Look of certificates whose own settings define none. */
interface SchoolDesign {
  logo: string | undefined
  color: string | undefined
}

/** Reads the settings; `problems` has a sentence for each that contradicts a different one. */
export function readCertificateConfig(
  settings: CertificateSettings,
  { dataDir, production, school }: { dataDir: string; production: boolean; school: SchoolDesign },
) {
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
      'CERTIFICATE_SIGNING_PASSWORD_FILE: cannot be combined with CERTIFICATE_SIGNING_PASSWORD',
    )
  const branding: Branding = {
    color: settings.CERTIFICATE_COLOR ?? school.color ?? defaultBranding.color,
    accent: settings.CERTIFICATE_ACCENT_COLOR,
    logo: settings.CERTIFICATE_LOGO ?? school.logo,
    signatures: settings.CERTIFICATE_SIGNATURES,
    lines: settings.CERTIFICATE_LINES,
  }
  const certificates = {
    branding,
    /**
     * File of key and certificates. Created when it is missing and `mayMakeSigningFile` is true;
     * otherwise PDFs stay unsigned without it.
     */
    signingFile: resolve(settings.CERTIFICATE_SIGNING_FILE ?? `${dataDir}/keys/certificates.pem`),
    signingPassword:
      settings.CERTIFICATE_SIGNING_PASSWORD ?? settings.CERTIFICATE_SIGNING_PASSWORD_FILE,
    mayMakeSigningFile: !production && settings.CERTIFICATE_SIGNING_FILE === undefined,
    /** Whether a setting names the file. Without one, PDFs in production may stay unsigned. */
    mustHaveSigningFile: settings.CERTIFICATE_SIGNING_FILE !== undefined,
    storage: storageOf({
      kind,
      folder: settings.CERTIFICATE_FOLDER ?? `${dataDir}/certificates`,
      bucket,
      endpoint: settings.CERTIFICATE_S3_ENDPOINT,
    }),
  }
  return { certificates, problems }
}
