import { z } from 'zod'
import { mistake } from '../../reading/course-folder-error.ts'
import type { PlacedLine } from './myst-to-markdown.ts'

const Text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(''))])
const Data = z.record(z.string(), z.unknown())
const Output = z.looseObject({
  output_type: z.string(),
  text: Text.optional(),
  data: Data.optional(),
  traceback: z.array(z.string()).optional(),
})
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Text.default(''),
  metadata: z.looseObject({ tags: z.array(z.string()).optional().catch(undefined) }).default({}),
  outputs: z.array(Output).max(1_000).optional().catch(undefined),
  attachments: z.record(z.string(), Data).optional().catch(undefined),
})
const Notebook = z.looseObject({
  cells: z.array(Cell).max(5_000),
  metadata: z
    .looseObject({
      kernelspec: z.looseObject({ language: z.string().optional() }).optional().catch(undefined),
      language_info: z.looseObject({ name: z.string().optional() }).optional().catch(undefined),
    })
    .default({}),
})

export interface NotebookText {
  lines: PlacedLine[]
  language: string
  /** Its pictures, by the names that its text gives them. */
  pictures: Map<string, Buffer>
}

export interface NotebookOptions {
  /** The file as mistakes name it. */
  file: string
  /** The beginning of its pictures' names. */
  pictureFolder: string
  warn(line: number, message: string): void
}

const longestOutput = 20_000
const pictureTypes: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals color errors with them.
const colors = /\u001B\[[\d;]{0,20}m/gu

/**
 * Turns a notebook into MyST: its texts, its code, and the output of the last run; runs nothing.
 * Pictures among the outputs and attachments become files.
 * @throws CourseFolderError
 */
export function readNotebook(
  json: string,
  { file, pictureFolder, warn }: NotebookOptions,
): NotebookText {
  const { data: notebook } = Notebook.safeParse(parsed(json, file))
  if (notebook === undefined)
    throw mistake(file, 1, 'this is no notebook of version 4: save it anew')
  const { kernelspec, language_info: info } = notebook.metadata
  const language = kernelspec?.language ?? info?.name ?? 'python'
  const pictures = new Map<string, Buffer>()
  const lines: PlacedLine[] = []
  const beginnings = linesOfCells(json)
  const keepPicture = (data: unknown, type: string, name: string) => {
    const text = Text.safeParse(data).data ?? ''
    const bytes = type === 'image/svg+xml' ? Buffer.from(text) : Buffer.from(text, 'base64')
    pictures.set(name, bytes)
  }
  for (const [index, cell] of notebook.cells.entries()) {
    const tags = cell.metadata.tags ?? []
    if (tags.includes('remove-cell') || tags.includes('remove_cell')) continue
    const line = beginnings[index] ?? 1
    const placed = cell.source.split('\n').map((text) => ({ text, line }))
    const add = (text: string) => lines.push({ text, line })
    if (lines.length > 0) add('')
    if (cell.cell_type === 'markdown') {
      for (const [name, data] of Object.entries(cell.attachments ?? {})) {
        const [type = ''] = Object.keys(data).filter((it) => it in pictureTypes)
        const stored = `${pictureFolder}/cell-${index + 1}-${asFileName(name)}`
        if (type !== '') keepPicture(data[type], type, stored)
        for (const it of placed)
          it.text = it.text.replaceAll(`](attachment:${name})`, `](${stored})`)
      }
      lines.push(...placed)
      continue
    }
    if (cell.cell_type !== 'code') {
      warn(line, `a cell of the type ${cell.cell_type.slice(0, 30)} is left out`)
      continue
    }
    const hidesInput = tags.some((tag) => /^(?:remove|hide)[-_]input$/u.test(tag))
    if (/\S/u.test(cell.source) && !hidesInput) {
      const mark = markFor(cell.source)
      add(mark + language)
      lines.push(...placed)
      add(mark)
    }
    if (tags.some((tag) => /^(?:remove|hide)[-_]output$/u.test(tag))) continue
    for (const [number, output] of (cell.outputs ?? []).entries()) {
      const name = `${pictureFolder}/output-${index + 1}-${number + 1}`
      for (const text of shown(output, { name, keepPicture, warn: (it) => warn(line, it) }))
        add(text)
    }
  }
  return { lines, language, pictures }
}

function shown(
  { output_type: kind, text, data = {}, traceback }: z.infer<typeof Output>,
  {
    name,
    keepPicture,
    warn,
  }: {
    name: string
    keepPicture: (data: unknown, type: string, name: string) => void
    warn: (message: string) => void
  },
): string[] {
  if (kind === 'stream') return asCode(text ?? '')
  if (kind === 'error') return asCode((traceback ?? []).join('\n'))
  const picture = Object.keys(pictureTypes).find((type) => data[type] !== undefined)
  if (picture !== undefined) {
    const file = `${name}.${pictureTypes[picture]}`
    keepPicture(data[picture], picture, file)
    return ['', `![Output](${file})`, '']
  }
  const read = (type: string) => Text.safeParse(data[type]).data
  const markdown = read('text/markdown') ?? read('text/latex')
  if (markdown !== undefined) return ['', ...markdown.split('\n'), '']
  const html = read('text/html') ?? ''
  if (html.includes('<table') && html.length < longestOutput)
    return ['', ...html.split('\n').filter((it) => /\S/u.test(it)), '']
  const plain = read('text/plain')
  const isStandIn = plain === undefined || /^<[\w. ]+(?: at 0x[\da-f]+)?>$/u.test(plain.trim())
  if (!isStandIn) return asCode(plain)
  const types = Object.keys(data).join(', ').slice(0, 100) || 'nothing'
  warn(`an output cannot be shown: it is left out (${types})`)
  return []
}

function asCode(text: string): string[] {
  const plain = text.replaceAll(colors, '').trimEnd()
  if (plain === '') return []
  const cut = plain.length > longestOutput ? `${plain.slice(0, longestOutput)}\n…` : plain
  const mark = markFor(cut)
  return ['', `${mark}text`, ...cut.split('\n'), mark]
}

function markFor(text: string): string {
  const longest = Array.from(text.matchAll(/`{3,}/gu), ([run]) => run.length + 1)
  return '`'.repeat(longest.reduce((most, length) => Math.max(most, length), 3))
}

function asFileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/gu, '-').slice(-80)
}

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw mistake(file, 1, 'this is not valid JSON: save the notebook anew')
  }
}

/** Returns the lines on which the cells of a notebook begin, in order. */
function linesOfCells(json: string): number[] {
  let at = 0
  let line = 1
  return Array.from(json.matchAll(/(?<!\\)"cell_type"/gu), ({ index }) => {
    for (let next = json.indexOf('\n', at); next >= 0 && next < index; ) {
      line += 1
      at = next + 1
      next = json.indexOf('\n', at)
    }
    return line
  })
}
