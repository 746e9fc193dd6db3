import { posix } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { z } from 'zod'
import { must } from '../../../lib/fields/field-schemas.ts'
import { type CourseFiles, maxManifestBytes, readText } from '../../reading/course-files.ts'
import { CourseFolderError, mistake, quote } from '../../reading/course-folder-error.ts'
import type { Notes } from '../../reading/notes.ts'
import { withoutExtension } from '../../reading/page-key.ts'
import type { Redirect, StatedTerms } from '../../reading/types.ts'

const BOOK = 'book.toml'
const maxRedirects = 10_000
const mostShown = 100

const words = z.string(must('be text'))
const table = must('be a table')

/** The fields that matter here; a book.toml holds many more. */
const BookToml = z.looseObject({
  book: z
    .looseObject(
      {
        title: words.optional(),
        description: words.optional(),
        language: words.optional(),
        src: words.optional(),
        authors: z.array(words, must('be a list of names')).optional(),
      },
      table,
    )
    .optional(),
  preprocessor: z.record(z.string(), z.unknown(), table).optional(),
  output: z
    .looseObject(
      {
        html: z
          .looseObject(
            {
              redirect: z.record(z.string(), words, table).optional(),
              'site-url': words.optional(),
              'git-repository-url': words.optional(),
              code: z
                .looseObject({ hidelines: z.record(z.string(), words, table).optional() }, table)
                .optional(),
            },
            table,
          )
          .optional(),
      },
      table,
    )
    .optional(),
})

/** The settings that a book.toml states. */
export interface BookSettings {
  /** The folder of SUMMARY.md, relative to that of book.toml. */
  src: string
  terms: StatedTerms
  redirects: Redirect[]
  /** The prefixes of hidden lines, by language of a code block; Rust has its own rules. */
  hiddenLines: Record<string, string>
}

/**
 * @param files those of the book's folder
 * @throws CourseFolderError
 */
export async function readBookToml(files: CourseFiles, notes: Notes): Promise<BookSettings> {
  const file = files.labelOf(BOOK)
  const mention = { file, line: 1 }
  const text = await readText(files, BOOK, { maxBytes: maxManifestBytes, mention })
  const lines = text.split('\n')
  const lineOf = (name: string) =>
    Math.max(
      0,
      lines.findIndex((line) => line.includes(name)),
    ) + 1
  const { data, error } = BookToml.safeParse(parseToml(file, text))
  if (error !== undefined)
    throw new CourseFolderError(
      error.issues.slice(0, mostShown).map(({ path, message }) => ({
        file,
        line: lineOf(String(path.at(-1) ?? '')),
        message: `${path.join('.')} ${message}`,
      })),
    )

  const { book = {}, preprocessor = {}, output } = data
  for (const name of Object.keys(preprocessor).slice(0, mostShown))
    if (!['links', 'index'].includes(name))
      notes.warnings.push({
        file,
        line: lineOf(`[preprocessor.${name}`),
        message: `the preprocessor ${quote(name)} is not run: its marks are left out`,
      })
  const redirects = Object.entries(output?.html?.redirect ?? {})
  if (redirects.length > maxRedirects)
    throw mistake(
      file,
      lineOf('output.html.redirect'),
      `at most ${maxRedirects} redirects are read`,
    )
  const lineOfRedirect = linesByKey(lines)
  const site = output?.html?.['site-url'] ?? '/'
  const source = output?.html?.['git-repository-url']
  const { title, description, language, authors } = book
  return {
    src: posix.normalize(book.src ?? 'src').replace(/\/$/u, ''),
    terms: {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { summary: description }),
      ...(language !== undefined && { language }),
      ...(authors !== undefined && { authors }),
      ...(source !== undefined && { source }),
    },
    // A redirect of part of a page says nothing about the page.
    redirects: redirects
      .filter(([from]) => !from.includes('#'))
      .map(([from, to]) => ({
        ...redirectOf(from, to, site),
        mention: { file, line: lineOfRedirect.get(from) ?? lineOf('output.html.redirect') },
      })),
    hiddenLines: output?.html?.code?.hidelines ?? {},
  }
}

function parseToml(file: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [message = ''] = error.message.replace(/^Invalid TOML document: /u, '').split('\n')
    throw mistake(file, error.line, `this is not valid TOML: ${message}`)
  }
}

/** Returns the lines of quoted keys, the last of each. */
function linesByKey(lines: readonly string[]): Map<string, number> {
  return new Map(
    lines.flatMap((line, index) => {
      const key = /^\s*(?:"([^"\n]*)"|'([^'\n]*)'|([\w-]+))\s*=/u.exec(line)
      const name = key?.[1] ?? key?.[2] ?? key?.[3]
      return name === undefined ? [] : [[name, index + 1] as const]
    }),
  )
}

const anySite = 'https://book.invalid/'

/** Resolves addresses as a browser does: relative to the old page, inside the book's site. */
function redirectOf(from: string, to: string, site: string): { from: string; to: string | null } {
  const base = new URL(anySite)
  const old = URL.parse(from.replace(/^\/+/u, ''), anySite)
  const prefix = site.endsWith('/') ? site : `${site}/`
  const target = to.startsWith(prefix) ? `/${to.slice(prefix.length)}` : to
  const next = URL.parse(target, old?.href ?? anySite)
  return {
    from: pathOf(old ?? base),
    to: next === null || next.origin !== base.origin ? null : pathOf(next),
  }
}

function pathOf({ pathname }: URL): string {
  const path = decode(pathname).replace(/^\/+/u, '')
  return /\.html?$/iu.test(path) ? withoutExtension(path) : path
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
