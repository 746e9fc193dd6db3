import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export const linkClass =
  'text-brand underline underline-offset-4 wrap-break-word hover:decoration-2'

/** A link of the router within or below text. */
export const TextLink = createLink(function TextAnchor({
  className = '',
  ...rest
}: ComponentProps<'a'>) {
  return <a className={`${linkClass} ${className}`} {...rest} />
})

/** A link to a page of somebody else, in a tab of its own. */
export function OutsideLink({ className = linkClass, ...rest }: ComponentProps<'a'>) {
  return <a target="_blank" rel="noopener" className={className} {...rest} />
}
