import type { AuthoredCourse, Lesson } from '@lyceum/sdk'
import createPurifier from 'dompurify'
import { t } from '../texts/texts.ts'
import { readerOf } from './reader.ts'

/** How a lesson treats HTML: shows it as text, or lets a small set of elements through. */
export type Html = AuthoredCourse['html']

export interface Rendering {
  html: Html
  /** Renders one line, without a paragraph around it. */
  isInline: boolean
  /** The level of the text's highest heading. */
  level: number
  /** Whether a learner wrote it: their pictures would tell them who reads it, and when. */
  isOfLearner: boolean
  /** The course whose lessons are linked to, by its id, and its name in addresses. */
  course: { id: string; slug: string } | undefined
  /** The school's files that it shows: the place of a picture is kept free while it loads. */
  files?: Lesson['files'] | undefined
}

const readers = {
  none: readersOf({ html: false }),
  basic: readersOf({ html: true }),
}
const elements =
  'a abbr b blockquote br code dd del details div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 ' +
  'hr i img kbd li mark ol p pre s small span strong sub summary sup table tbody td th thead tr ' +
  'u ul'
const attributes = 'align alt colspan height href open rowspan src start title width'
const allowed = {
  ALLOWED_TAGS: elements.split(' '),
  ALLOWED_ATTR: attributes.split(' '),
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#|\/(?![/\\]))/i,
}

/** The ids of footnotes and of references to them. */
const noteId = /^fn(?:ref)?\d+(?::\d+)?$/
const purifier = createPurifier(window)
// Only the class that names the language of a code block is kept.
purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
  const isLanguage =
    attribute.attrName === 'class' && /^language-[\w+#.-]+$/.test(attribute.attrValue)
  if (isLanguage && element.nodeName === 'CODE') attribute.forceKeepAttr = true
  if (attribute.attrName === 'id' && noteId.test(attribute.attrValue))
    attribute.forceKeepAttr = true
})

/** Markdown as elements that can do no harm, whatever the text holds. */
export function toFragment(text: string, rendering: Rendering): DocumentFragment {
  const reader = readers[rendering.html]
  const markup = rendering.isInline ? reader.line.renderInline(text) : reader.text.render(text)
  // Starts inside an open body: a leading <frameset> would replace the whole document.
  const fragment = purifier.sanitize(`<body>${markup}`, { ...allowed, RETURN_DOM_FRAGMENT: true })
  placeHeadings(fragment, rendering.level)
  placeNotes(fragment)
  showTasks(fragment)
  if (rendering.isOfLearner) linkPictures(fragment)
  finishLinks(fragment, rendering.course)
  for (const picture of fragment.querySelectorAll('img')) {
    Object.assign(picture, { loading: 'lazy', decoding: 'async', alt: picture.alt })
  }
  keepPlaces(fragment, rendering.files)
  // A wide table scrolls by itself, and from the keyboard.
  for (const table of fragment.querySelectorAll('table')) {
    const frame = document.createElement('div')
    frame.className = 'markdown-table'
    table.replaceWith(frame)
    frame.append(table)
    makeScrollable(frame, t('markdown.table'))
  }
  for (const code of fragment.querySelectorAll('pre')) {
    makeScrollable(code, t('markdown.code'))
    offerCopy(code)
  }
  // A line may be the name of a choice, and a click makes it.
  if (!rendering.isInline) offerPictures(fragment)
  return fragment
}

/** Gives pictures their sizes, but where the author chose one. */
function keepPlaces(fragment: DocumentFragment, files: Rendering['files'] = []): void {
  const sizes = new Map(files.map((file) => [file.url, file]))
  for (const picture of fragment.querySelectorAll('img')) {
    const { width, height } = sizes.get(picture.src) ?? {}
    const isChosen = picture.hasAttribute('width') || picture.hasAttribute('height')
    if (width && height && !isChosen) Object.assign(picture, { width, height })
  }
}

function offerCopy(code: HTMLElement): void {
  const frame = document.createElement('div')
  frame.className = 'markdown-code'
  const button = buttonOf('markdown-copy')
  // Says that it was copied, in its own place.
  button.ariaLive = 'polite'
  button.textContent = t('copy')
  code.replaceWith(frame)
  frame.append(code, button)
}

/** Lets pictures be opened large, but for those that lead elsewhere. */
function offerPictures(fragment: DocumentFragment): void {
  for (const picture of fragment.querySelectorAll('img')) {
    if (picture.closest('a, summary') !== null) continue
    const button = buttonOf('markdown-picture')
    button.ariaLabel = t('markdown.enlarge', { name: picture.alt })
    picture.replaceWith(button)
    button.append(picture)
  }
}

function buttonOf(className: string): HTMLButtonElement {
  const button = document.createElement('button')
  return Object.assign(button, { type: 'button', className })
}

export function coloredCode(markup: string): DocumentFragment {
  const only = { ALLOWED_TAGS: ['span'], ALLOWED_ATTR: ['class'] }
  return purifier.sanitize(markup, { ...only, RETURN_DOM_FRAGMENT: true })
}

function readersOf({ html }: { html: boolean }) {
  return { text: readerOf({ html, isInline: false }), line: readerOf({ html, isInline: true }) }
}

/** Places the text's highest heading right below that of the page around it. */
function placeHeadings(fragment: DocumentFragment, level: number): void {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  const levelOf = (heading: Element) => Number(heading.nodeName.slice(1))
  const highest = headings.reduce((least, heading) => Math.min(least, levelOf(heading)), 6)
  const names = new Map<string, number>()
  for (const heading of headings) {
    const placed = document.createElement(`h${Math.min(6, levelOf(heading) - highest + level)}`)
    placed.append(...heading.childNodes)
    placed.id = freeName(`part-${slugOf(placed.textContent)}`, names)
    heading.replaceWith(placed)
  }
}

/** @param names Those that are taken, and how often each was wished for: thousands may be alike. */
function freeName(name: string, names: Map<string, number>): string {
  let count = names.get(name) ?? 0
  let free = name
  for (; names.has(free); count += 1) free = `${name}-${count + 1}`
  names.set(free, 0).set(name, count)
  return free
}

/** Makes slugs as GitHub does, so that `#part-of-a-page` works. */
function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/gu, '-')
}

/** Gives the footnotes of each text on a page ids of their own. */
function placeNotes(fragment: DocumentFragment): void {
  const places = [...fragment.querySelectorAll('[id]')].filter(({ id }) => noteId.test(id))
  if (places.length === 0) return
  const text = crypto.randomUUID()
  const names = new Map(places.map(({ id }) => [`#${id}`, `note-${text}-${id}`]))
  for (const place of places) place.id = names.get(`#${place.id}`) ?? ''
  for (const link of fragment.querySelectorAll<HTMLAnchorElement>('a[href^="#fn"]')) {
    const href = link.getAttribute('href') ?? ''
    const isBack = href.startsWith('#fnref')
    if (!names.has(href)) continue
    link.href = `#${names.get(href)}`
    link.role = isBack ? 'doc-backlink' : 'doc-noteref'
    link.ariaLabel = isBack
      ? t('markdown.backToText')
      : t('markdown.note', { number: link.textContent.replace(/[[\]]/g, '') })
  }
}

/** Shows a box for each task in a list; it only displays what is done. */
function showTasks(fragment: DocumentFragment): void {
  for (const code of fragment.querySelectorAll('li code.language-task')) {
    const box = document.createElement('input')
    const isDone = code.textContent.trim() !== ''
    Object.assign(box, { type: 'checkbox', disabled: true })
    box.toggleAttribute('checked', isDone)
    box.ariaLabel = t(isDone ? 'markdown.done' : 'markdown.open')
    code.replaceWith(box)
  }
}

/** Replaces each picture from another server with a link. */
function linkPictures(fragment: DocumentFragment): void {
  for (const picture of fragment.querySelectorAll<HTMLImageElement>('img[src^="http" i]')) {
    const link = document.createElement('a')
    link.href = picture.src
    link.textContent = picture.alt || picture.src
    picture.replaceWith(link)
  }
}

function makeScrollable(element: HTMLElement, label: string): void {
  element.tabIndex = 0
  element.role = 'group'
  element.ariaLabel = label
}

/** Whether a link shows where it leads, which paper need not repeat. */
function isAddress({ textContent, href }: HTMLAnchorElement): boolean {
  return URL.canParse(textContent) && new URL(textContent).href === href
}

const lessonOfApi = /^\/api\/v1\/courses\/([^/?#]+)\/lessons\/([^/?#]+)(?:#(.*))?$/

/** Points links at lessons' pages and the text's headings; opens all others in new tabs. */
function finishLinks(
  fragment: DocumentFragment,
  course: { id: string; slug: string } | undefined,
): void {
  for (const link of fragment.querySelectorAll('a')) {
    const href = link.getAttribute('href')
    const [isLesson, courseId = '', key, part] = lessonOfApi.exec(href ?? '') ?? []
    if (isLesson) {
      const name = courseId === course?.id ? course.slug : courseId
      link.href = `/course/${name}/lesson/${key}${part ? `#part-${part}` : ''}`
    } else if (href?.startsWith('#note-') && link.role !== null) {
    } else if (href?.startsWith('#')) {
      link.href = `#part-${href.slice(1)}`
    } else if (href !== null) {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
      if (isAddress(link)) link.className = 'markdown-address'
      const hint = document.createElement('span')
      hint.className = 'sr-only'
      hint.textContent = ` ${t('markdown.newTab')}`
      link.append(hint)
    }
  }
}
