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
import { actOn } from './acts.ts'
import { LanguageOfTexts } from './language-of-texts.ts'
import './markdown.css'
import { createStore, useStore } from '../ui/store.ts'
import type { Html, Rendering } from './to-fragment.ts'

// As large as the rest of a lesson, so it loads while that is fetched and drawn.
type Renderer = typeof import('./to-fragment.ts')
const loaded = createStore<Renderer | 'loading' | 'failed'>('loading')
const load = () => import('./to-fragment.ts').then(loaded.set, () => loaded.set('failed'))
void load()

/** Tells the texts below how their lesson treats HTML. */
export const HtmlOfLesson = createContext<Html>('none')
/** Tells the texts below which of its files the lesson shows. */
export const FilesOfLesson = createContext<Rendering['files']>(undefined)
interface MarkdownProps {
  text: string
  /** Overrides the lesson's setting. */
  html?: Html
  /** Renders a single line, such as a question, without block elements. */
  inline?: boolean
  /** The level of its highest heading: one below the heading above it. */
  level?: number
  /** Whether a learner wrote it. */
  ofLearner?: boolean
  /** Keeps links to the course's lessons at its address. */
  course?: Rendering['course']
  lang?: string
}

/** Markdown from the server: the one place where texts become elements. */
export function Markdown(props: MarkdownProps) {
  const ofLesson = useContext(HtmlOfLesson)
  const ofTexts = useContext(LanguageOfTexts)
  const files = useContext(FilesOfLesson)
  const { text, html = ofLesson, inline = false, level = 2, ofLearner = false } = props
  // A learner may write in any language.
  const { lang = ofLearner ? undefined : ofTexts } = props
  const { id, slug } = props.course ?? {}
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const renderer = useStore(loaded)

  useLayoutEffect(() => {
    if (typeof renderer === 'string' || place.current === null) return
    const course = id !== undefined && slug !== undefined ? { id, slug } : undefined
    const rendering = { html, isInline: inline, level, isOfLearner: ofLearner, course, files }
    place.current.replaceChildren(renderer.toFragment(text, rendering))
    colorCode(place.current, renderer).catch(() => undefined)
    drawFormulas(place.current).catch(() => undefined)
  }, [renderer, text, html, inline, level, ofLearner, id, slug, files])

  // The browser looked for the anchor before the text was there.
  useEffect(() => {
    // Any other anchor in the address is left to the browser.
    const part = router.state.location.hash
    if (typeof renderer !== 'string' && part.startsWith('part-'))
      document.getElementById(part)?.scrollIntoView()
  }, [renderer, router])

  // The next text retries a load that failed.
  useEffect(() => {
    if (loaded.get() === 'failed') void load()
  }, [])

  function act(event: MouseEvent): void {
    if (!(event.target instanceof Element)) return
    actOn(event.target)
    const link = event.target.closest('a')
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
      onClick={act}
    />
  )
}

/** Loads what draws formulas, which is large, only where there is one. */
export const loadFormulas = () => import('./formulas.ts')

/** Draws the formulas; they stay TeX if the script cannot be loaded. */
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
    // Lets other work run in between.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
