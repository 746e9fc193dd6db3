/** The picture of a course, or its first letters on a color of its own. */
export function Cover({ title, cover }: { title: string; cover: string | null }) {
  if (cover !== null)
    return <img src={cover} alt="" loading="lazy" className="aspect-video w-full object-cover" />
  return (
    <div
      aria-hidden="true"
      style={{ '--hue': hueOf(title) } as React.CSSProperties}
      className="grid aspect-video w-full place-items-center bg-[linear-gradient(135deg,oklch(0.55_0.11_var(--hue)),oklch(0.38_0.1_calc(var(--hue)+40)))] text-5xl font-bold text-[oklch(1_0_0/0.9)]"
    >
      {initialsOf(title)}
    </div>
  )
}

function hueOf(title: string): number {
  let hash = 0
  for (const character of title) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 360
  return hash
}

function initialsOf(title: string): string {
  const words = title.split(/\s+/).filter((word) => word.length > 3 || /^\p{Lu}/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => Array.from(word)[0]?.toUpperCase() ?? '')
    .join('')
}
