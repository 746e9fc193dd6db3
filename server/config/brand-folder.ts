import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extname, join } from 'node:path'
import type { z } from 'zod'
import {
  findPictureFault,
  type OwnTemplate,
  pictureUrlOf,
} from '../../content/branding/branding.ts'
import { assembleTemplate, filesOfTemplate } from '../../content/branding/own-template.ts'
import { codeOf } from '../errors/code-of.ts'
import { type BrandTexts, mailPlaceholders } from '../texts/brand.ts'
import { languages, pageLanguages } from '../texts/texts.ts'
import type { MailKind } from '../texts/types.ts'
import { mailWordsOf, pageWordsOf } from '../texts/words.ts'

export interface BrandFolder {
  /** Logo as a `data:` URL of a PNG or SVG. */
  logo: string | undefined
  /** The page of certificates. */
  template: OwnTemplate | undefined
  texts: BrandTexts
}

const require = createRequire(import.meta.url)

/** A fault, described by a sentence that names the file. */
class Fault extends Error {}

const maxTextBytes = 64_000
const logos = ['logo.svg', 'logo.png']
const templateFile = 'certificate.html'
/** The styles of the template, and the folder of its pictures. */
const templateParts = ['certificate.css', 'certificate']

/**
 * Reads the texts, the logo and the template for certificates of a school, all of them optional.
 * Whatever has no effect is a fault: a file or a key that nothing reads, a part in `{…}` that
 * nothing fills in.
 */
export function readBrandFolder(folder: string | undefined): {
  brand: BrandFolder
  problems: string[]
} {
  const brand: BrandFolder = {
    logo: undefined,
    template: undefined,
    texts: { mails: {}, pages: {} },
  }
  const problems: string[] = []
  if (folder === undefined) return { brand, problems }

  const attempt = (read: () => void) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      problems.push(error.message)
    }
  }
  attempt(() => {
    const entries = entriesOf(folder, '')
    const hasTemplate = entries.some(({ name }) => name === templateFile)
    for (const entry of entries)
      attempt(() => {
        if (entry.name === 'mails') readMails(folder, brand.texts, attempt)
        else if (entry.name === 'pages') readPages(folder, brand.texts, attempt)
        else if (logos.includes(entry.name)) brand.logo = readLogo(folder, entry.name, brand.logo)
        else if (entry.name === templateFile) brand.template = readTemplate(folder)
        else if (!hasTemplate || !templateParts.includes(entry.name))
          throw unknown(entry.name, ['mails', 'pages', ...logos, templateFile, ...templateParts])
      })
  })
  return { brand, problems }
}

type Attempt = (read: () => void) => void

function readMails(folder: string, { mails }: BrandTexts, attempt: Attempt): void {
  for (const { name: tag } of entriesOf(folder, 'mails'))
    attempt(() => {
      const language = languages.find((known) => known === tag)
      if (language === undefined) throw unknown(`mails/${tag}`, languages)
      for (const { name } of entriesOf(folder, `mails/${tag}`))
        attempt(() => {
          const file = `mails/${tag}/${name}`
          const kind = kindOf(name)
          if (kind === undefined) throw unknown(file, mailKinds.map(fileOf))
          const words = readTexts(folder, file, mailWordsOf(kind))
          mails[language] = { ...mails[language], [kind]: words }
        })
    })
}

const mailKinds = Object.keys(mailPlaceholders) as MailKind[]

function kindOf(name: string): MailKind | undefined {
  return mailKinds.find((kind) => fileOf(kind) === name)
}

function fileOf(name: string): string {
  return `${name}.yaml`
}

function readPages(folder: string, { pages }: BrandTexts, attempt: Attempt): void {
  for (const { name } of entriesOf(folder, 'pages'))
    attempt(() => {
      const file = `pages/${name}`
      const language = pageLanguages.find((known) => fileOf(known) === name)
      if (language === undefined) throw unknown(file, pageLanguages.map(fileOf))
      const words: object = readTexts(folder, file, pageWordsOf(language))
      pages[language] = words
    })
}

function entriesOf(folder: string, within: string): Dirent[] {
  try {
    const entries = readdirSync(join(folder, within), { withFileTypes: true })
    // Ignores files of editors and operating systems.
    return entries.filter(({ name }) => !name.startsWith('.'))
  } catch (error) {
    throw new Fault(`${within === '' ? folder : within} cannot be read (${codeOf(error)})`)
  }
}

function readBytes(folder: string, file: string): Buffer {
  try {
    return readFileSync(join(folder, file))
  } catch (error) {
    throw new Fault(`${file} cannot be read (${codeOf(error)})`)
  }
}

function readLogo(folder: string, file: string, other: string | undefined): string {
  if (other !== undefined) throw new Fault(`there is more than one of ${logos.join(', ')}`)
  const bytes = readBytes(folder, file)
  const fault = findPictureFault(bytes)
  const url = pictureUrlOf(bytes)
  if (fault !== undefined || url === undefined) throw new Fault(`${file} ${fault}`)
  if (!url.startsWith(extname(file) === '.svg' ? 'data:image/svg' : 'data:image/png'))
    throw new Fault(`${file} is not what its name says`)
  return url
}

function readTemplate(folder: string): OwnTemplate {
  const html = readBytes(folder, templateFile).toString('utf8')
  const parts = filesOfTemplate(templateFile, html).filter((part) => existsSync(join(folder, part)))
  const outside = parts.find((part) => !/^certificate[./]/u.test(part))
  if (outside !== undefined)
    throw new Fault(`${templateFile} names ${outside}: its pictures lie in certificate/`)
  const files = new Map(parts.map((part) => [part, readBytes(folder, part)]))
  const read = assembleTemplate(templateFile, html, files)
  if ('fault' in read) throw new Fault(`${templateFile} ${read.fault}`)
  return read.template
}

function readTexts<Shape extends z.ZodRawShape>(
  folder: string,
  file: string,
  schema: z.ZodObject<Shape>,
): z.output<z.ZodObject<Shape>> {
  const bytes = readBytes(folder, file)
  if (bytes.length > maxTextBytes) throw new Fault(`${file} is larger than ${maxTextBytes} bytes`)
  const { data, error } = schema.safeParse(parsed(file, bytes.toString('utf8')) ?? {})
  if (error === undefined) return data
  const [issue] = error.issues
  if (issue?.code === 'unrecognized_keys')
    throw unknown(`${file}, ${issue.keys.join(', ')}`, Object.keys(schema.shape))
  throw new Fault(`${file}, ${issue?.path.join('.') || 'as a whole'}: ${issue?.message}`)
}

function parsed(file: string, text: string): unknown {
  try {
    const { parse }: typeof import('yaml') = require('yaml')
    return parse(text, { maxAliasCount: 0, logLevel: 'error' })
  } catch {
    throw new Fault(`${file} is not YAML`)
  }
}

function unknown(what: string, known: readonly string[]): Fault {
  return new Fault(`${what} is unknown: known are ${known.join(', ')}`)
}
