/** Returns lower-case letters and digits of any script, joined by single dashes. */
export function slugOf(name: string): string {
  const words = name.normalize('NFC').toLowerCase().normalize('NFC')
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/gu, '')
}
