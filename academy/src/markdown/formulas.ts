import temml from 'temml'

/** Longer ones, and those that expand to more, stay as they were written. */
const most = { characters: 2_000, expansions: 100 }
const millisecondsAtOnce = 30

/** Shows the formulas of a text as MathML, which screen readers read; a wrong one stays as TeX. */
export async function showFormulas(codes: Iterable<HTMLElement>): Promise<void> {
  let since = performance.now()
  for (const code of codes) {
    if (performance.now() - since > millisecondsAtOnce) {
      // Others get their turn.
      await new Promise((resolve) => setTimeout(resolve))
      since = performance.now()
    }
    const tex = code.textContent
    if (tex.length > most.characters) continue
    const place = document.createElement('span')
    const isBlock = code.className !== 'language-math'
    try {
      temml.render(tex, place, {
        displayMode: isBlock,
        annotate: true,
        throwOnError: true,
        trust: false,
        maxExpand: most.expansions,
        maxSize: [20, 20],
      })
    } catch {
      continue
    }
    place.className = isBlock ? 'markdown-formula' : ''
    place.dir = 'ltr'
    const frame = code.parentElement?.nodeName === 'PRE' ? code.parentElement : code
    frame.replaceWith(place)
  }
}
