import { resolve } from 'node:path'
import { z } from 'zod'
import { isColor } from '../../content/branding/branding.ts'
import { contrastOf, readableContrast } from '../../content/branding/contrast.ts'
import type { Brand } from '../texts/brand.ts'
import { readBrandFolder } from './brand-folder.ts'
import { nonEmpty, partsOf } from './shapes.ts'

const isLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text)

/** Settings of what readers recognize a school by, in the order of the documentation. */
export const brandSettings = {
  SCHOOL_NAME: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(isLine, 'must be one line')
    .optional()
    .describe(
      'Name that people know the platform by: in mails, on pages and for frontends. Default: ' +
        'CERTIFICATE_ISSUER, otherwise Lyceum',
    ),
  SCHOOL_COLOR: z
    .string()
    .refine(isColor, { error: 'must be a color like #1a2b45', abort: true })
    .refine(
      (color) => contrastOf(color, '#ffffff') >= readableContrast,
      `is too pale to be read on white (a contrast below ${readableContrast}): choose a darker color`,
    )
    .optional()
    .describe(
      'Color of headings and links in mails and on pages; on a dark page it is as much lighter as ' +
        'it must be. Default: #1c2430',
    ),
  SCHOOL_LINES: z
    .string()
    .refine(isLine, 'must be one line, with semicolons between its parts')
    .transform((value) => partsOf(value, ';'))
    .pipe(z.array(z.string().max(160)).max(6))
    .default([])
    .describe(
      'Lines at the foot of mails and of the start page, such as a postal address: up to six, ' +
        'separated by semicolons',
    ),
  SUPPORT_CONTACT: z
    .union([z.email().max(254), z.url({ protocol: /^https?$/ }).max(254)], {
      error: 'must be an email, or a URL like https://school.example.org/help',
    })
    .optional()
    .describe(
      'Where people ask for help, in each mail and on the start page: an email or the URL of a page',
    ),
  BRAND_FOLDER: nonEmpty
    .optional()
    .describe(
      'Folder with a logo and texts of your own for mails and pages, read at the start. ' +
        'administration.md shows what it may hold',
    ),
}

type BrandSettings = z.infer<z.ZodObject<typeof brandSettings>>

export function readBrandConfig(
  settings: BrandSettings,
  { issuer = 'Lyceum' }: { issuer: string | undefined },
) {
  const { BRAND_FOLDER: folder } = settings
  const { brand: found, problems } = readBrandFolder(folder && resolve(folder))
  const brand: Brand = {
    name: settings.SCHOOL_NAME ?? issuer,
    color: settings.SCHOOL_COLOR ?? '#1c2430',
    lines: settings.SCHOOL_LINES,
    support: settings.SUPPORT_CONTACT,
    texts: found.texts,
  }
  return {
    brand,
    /** The logo in the folder, as a `data:` URL. */
    logo: found.logo,
    /** A sentence for each fault in the folder. */
    problems: problems.map((problem) => `BRAND_FOLDER: ${problem}`),
  }
}

/** Returns the name as the sender of mails, whatever it holds (RFC 5322, quoted-string). */
export function senderOf(name: string, email: string): string {
  return `"${name.replace(/["\\]/g, '\\$&')}" <${email}>`
}
