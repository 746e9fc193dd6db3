import { useRouter } from '@tanstack/react-router'
import {
  createContext,
  type MouseEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { inLanguageOf } from '../ui/in-language.ts'
import { LanguageOfTexts } from './language-of-texts.ts'
import './markdown.css'
import { createStore, useStore } from '../ui/store.ts'
import type { Html, Rendering } from './to-fragment.ts'

// It is as large as the rest of a lesson: it comes while that is read and drawn.
type Renderer = typeof import('./to-fragment.ts')
const loaded = createStore<Renderer | 'loading' | 'failed'>('loading')
const load = () => import('./to-fragment.ts').then(loaded.set, () => loaded.set('failed'))
void load()

/** What becomes of HTML in texts below, as their lesson says. */
export const HtmlOfLesson = createContext<Html>('none')
interface MarkdownProps {
  text: string
  /** Where it is not that of the lesson. */
  html?: Html
  /** For texts of one line, such as a question: within the line. */
  inline?: boolean
  /** Of its highest heading: one more than that of the heading above it. */
  level?: number
  /** Whether a learner wrote it. */
  ofLearner?: boolean
  /** So that links to its lessons stay at its address. */
  course?: Rendering['course']
  lang?: string
}

/** Markdown from the server: the one place where texts become elements. */
export function Markdown(props: MarkdownProps) {
  const ofLesson = useContext(HtmlOfLesson)
  const ofTexts = useContext(LanguageOfTexts)
  const { text, html = ofLesson, inline = false, level = 2, ofLearner = false } = props
  // Nobody knows in which language a learner writes.
  const { lang = ofLearner ? undefined : ofTexts } = props
  const { id, slug } = props.course ?? {}
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const renderer = useStore(loaded)

  useLayoutEffect(() => {
    if (typeof renderer === 'string' || place.current === null) return
    const course = id !== undefined && slug !== undefined ? { id, slug } : undefined
    const rendering = { html, isInline: inline, level, isOfLearner: ofLearner, course }
    place.current.replaceChildren(renderer.toFragment(text, rendering))
    colorCode(place.current, renderer).catch(() => undefined)
    drawFormulas(place.current).catch(() => undefined)
  }, [renderer, text, html, inline, level, ofLearner, id, slug])

  // The browser looked for the part of the address before it was there.
  useEffect(() => {
    // What is no text in the address stays as it is.
    const part = router.state.location.hash
    if (typeof renderer !== 'string' && part.startsWith('part-'))
      document.getElementById(part)?.scrollIntoView()
  }, [renderer, router])

  // What could not be loaded is tried again for the next text.
  useEffect(() => {
    if (loaded.get() === 'failed') void load()
  }, [])

  function followLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    const href = link?.getAttribute('href')
    if (!isPlain || !href?.startsWith('/course/')) return
    event.preventDefault()
    router.history.push(href)
  }

  const Place = inline ? 'span' : 'div'
  if (renderer === 'failed')
    return (
      <Place {...inLanguageOf(lang)} className="whitespace-pre-wrap">
        {text}
      </Place>
    )
  return (
    <Place
      ref={place}
      {...inLanguageOf(lang)}
      aria-busy={renderer === 'loading' || undefined}
      className={inline ? 'markdown-line' : 'markdown aria-busy:min-h-[70vh]'}
      onClick={followLink}
    />
  )
}

/** It is large: it comes where a formula is. */
export const loadFormulas = () => import('./formulas.ts')

/** Without network, and never loaded before, they stay as TeX. */
async function drawFormulas(place: HTMLElement): Promise<void> {
  const formulas = place.querySelectorAll<HTMLElement>(
    'code:is(.language-math, .language-math-block)',
  )
  if (formulas.length === 0) return
  const { showFormulas } = await loadFormulas()
  await showFormulas(formulas)
}

async function colorCode(place: HTMLElement, { coloredCode }: Renderer): Promise<void> {
  const programs = place.querySelectorAll('pre > code[class]')
  if (programs.length === 0) return
  const { highlight } = await import('./highlight.ts')
  for (const program of programs) {
    const language = program.className.slice('language-'.length)
    const markup = await highlight(program.textContent, language)
    if (markup !== undefined) program.replaceChildren(coloredCode(markup))
    // Others get their turn.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
