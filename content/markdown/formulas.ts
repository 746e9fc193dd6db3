/**
 * A formula, by the rule of pandoc: `$$…$$`, or `$…$` with no space inside of its marks and no
 * digit after them, so that $5 and $10 are money. The academy reads by the same rule.
 */
export const formula =
  /\$\$(?:\\[^`]|[^\\$`])+\$\$|\$(?![\s$])(?:\\[^`]|[^\\$`])*(?<!\s)\$(?![\d$])/u

/** Formulas as Moodle's filter takes them, written as Markdown has them. */
export const texMarks = /\$\$([^$]{1,5000})\$\$|\\\[([^$]{1,5000}?)\\\]|\\\(([^$]{1,5000}?)\\\)/gu

/** Puts `$…$` or `$$…$$` around TeX; undefined for what cannot stand between these marks. */
export function formulaOf(tex: string, { isBlock }: { isBlock: boolean }): string | undefined {
  const mark = isBlock ? '$$' : '$'
  const written = `${mark}${tex.trim().replaceAll(/\s*\n\s*/gu, ' ')}${mark}`
  return formula.exec(written)?.[0] === written ? written : undefined
}
