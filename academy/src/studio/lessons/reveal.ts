/** Opens what hides the field at a path of the lesson, scrolls to it and puts the cursor there. */
export function reveal(path: string): void {
  const steps = path.split('.')
  const found = steps.map((_, at) => {
    const [place, name] = [steps.slice(0, steps.length - at).join('.'), steps.at(-1 - at)]
    const around = steps.slice(0, steps.length - at - 1).join('.')
    return (
      document.querySelector<HTMLElement>(`[data-at="${CSS.escape(place)}"]`) ??
      document.querySelector<HTMLElement>(
        `[data-at="${CSS.escape(around)}"] [name="${CSS.escape(name ?? '')}"]`,
      )
    )
  })
  const field = found.find((one) => one !== null)
  if (field === undefined) return
  for (let at: HTMLElement | null = field; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true
  field.scrollIntoView({ block: 'center' })
  const input = 'input, textarea, select, [contenteditable=true]'
  const target = field.matches(input) ? field : field.querySelector<HTMLElement>(input)
  target?.focus({ preventScroll: true })
}
