const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** Makes a readable id from a title: lower-case letters, digits, single dashes; never empty. */
export function slugOf(title: string, taken: readonly string[] = []): string {
  const latin = title
    .toLowerCase()
    .normalize()
    .replaceAll(/[äöüß]/g, (one) => german[one] ?? one)
  const plain = latin.normalize('NFKD')
  const slug = plain.replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z0-9]+/g, '-')
  const base = slug.replaceAll(/^-|-$/g, '').slice(0, 60) || 'new'
  let free = base
  for (let number = 2; taken.includes(free); number++) free = `${base}-${number}`
  return free
}
