import Parser from 'markdown-it'
import { plainTextToMarkdown, texTextToMarkdown } from '../../content/markdown/plain-text.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

const { unescapeAll } = new Parser().utils
const element =
  /<!--[\s\S]*?(?:-->|$)|<pre\b[\s\S]*?(?:<\/pre\s*>|$)|<\/?[a-z](?:"[^"]{0,5000}"|'[^']{0,5000}'|[^<>"']){0,3000}>/giu

/** Whether a text has elements that are closed, or need no end. */
export function isHtml(text: string): boolean {
  return /<\/[a-z][a-z\d]{0,10}\s{0,9}>|<(?:br|hr|img)(?:\s[^<>]{0,5000})?\/?>/iu.test(text)
}

/** Turns a text of HTML into Markdown; marks of Markdown in it mean nothing. */
export function htmlTextToMarkdown(html: string): string {
  let written = ''
  let done = 0
  // Keeps entities, which are the same in Markdown.
  const write = (words: string) => plainTextToMarkdown(words).replaceAll('\\&', '&')
  const put = (words: string) => {
    const line = words.replaceAll(/\s+/gu, ' ')
    written += texTextToMarkdown(line, { write, texOf: withoutEntities })
  }
  for (const { index, 0: found } of html.matchAll(element)) {
    put(html.slice(done, index))
    written += found
    done = index + found.length
  }
  put(html.slice(done))
  return htmlToMarkdown(written, { showsHtml: false }).text.trim()
}

/** Returns the words of HTML without its elements. */
export function wordsOfHtml(html: string): string {
  return withoutEntities(html.replaceAll(element, '')).replaceAll(/\s+/gu, ' ').trim()
}

function withoutEntities(text: string): string {
  return unescapeAll(text.replaceAll('\\', '\\\\'))
}
