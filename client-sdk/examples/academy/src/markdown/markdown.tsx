import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { inLanguageOf } from '../ui/in-language.ts'
import './markdown.css'
import type { Html, Rendering } from './to-fragment.ts'

// It is as large as the rest of a lesson: it comes while that is read and drawn.
type Renderer = typeof import('./to-fragment.ts')
let renderer: Renderer | undefined
const load = async () => {
  renderer ??= await import('./to-fragment.ts')
}
load().catch(() => undefined)

interface MarkdownProps {
  text: string
  /** What becomes of HTML in the text, as the lesson says. */
  html?: Html
  /** For texts of one line, such as a question: within the line. */
  inline?: boolean
  /** Of its highest heading: one more than that of the heading above it. */
  level?: number
  /** So that links to its lessons stay at its address. */
  course?: Rendering['course']
  lang?: string
}

/** Markdown from the server: the one place where texts become elements. */
export function Markdown(props: MarkdownProps) {
  const { text, html = 'none', inline = false, level = 2, lang } = props
  const { id, slug } = props.course ?? {}
  const place = useRef<HTMLDivElement>(null)
  const router = useRouter()
  const state = useRenderer()

  useLayoutEffect(() => {
    if (state !== 'ready' || renderer === undefined || place.current === null) return
    const course = id !== undefined && slug !== undefined ? { id, slug } : undefined
    const rendering = { html, isInline: inline, level, course }
    place.current.replaceChildren(renderer.toFragment(text, rendering))
    colorCode(place.current, renderer).catch(() => undefined)
  }, [state, text, html, inline, level, id, slug])

  // The browser looked for the part of the address before it was there.
  useEffect(() => {
    const part = decodeURIComponent(location.hash.slice(1))
    if (state === 'ready' && part.startsWith('part-'))
      document.getElementById(part)?.scrollIntoView()
  }, [state])

  function followLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    const href = link?.getAttribute('href')
    if (!isPlain || !href?.startsWith('/course/')) return
    event.preventDefault()
    router.history.push(href)
  }

  const Place = inline ? 'span' : 'div'
  if (state === 'failed') return <Place className="whitespace-pre-wrap">{text}</Place>
  return (
    <Place
      ref={place}
      {...inLanguageOf(lang)}
      aria-busy={state === 'loading' || undefined}
      className={inline ? 'markdown-line' : 'markdown aria-busy:min-h-[70vh]'}
      onClick={followLink}
    />
  )
}

function useRenderer(): 'loading' | 'ready' | 'failed' {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>(renderer ? 'ready' : 'loading')
  useEffect(() => {
    if (state !== 'loading') return
    load().then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }, [state])
  return state
}

async function colorCode(place: HTMLElement, { coloredCode }: Renderer): Promise<void> {
  const programs = place.querySelectorAll('pre > code[class]')
  if (programs.length === 0) return
  const { highlight } = await import('./highlight.ts')
  for (const program of programs) {
    const language = program.className.slice('language-'.length)
    const markup = await highlight(program.textContent, language)
    if (markup !== undefined) program.replaceChildren(coloredCode(markup))
  }
}
