import { OutsideLink } from './link.tsx'

// Leaves out what ends a sentence, and takes the web's schemes alone.
const address = /(https?:\/\/[^\s<>"'()[\]]*[^\s<>"'()[\].,;:!?])/u

/** Shows plain text as it was written, with its addresses as links. */
export function LinkedText({ text }: { text: string }) {
  return (
    <p dir="auto" className="wrap-break-word whitespace-pre-line">
      {text.split(address).map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, in order.
          <OutsideLink key={index} href={part} rel="noopener noreferrer nofollow">
            {part}
          </OutsideLink>
        ),
      )}
    </p>
  )
}
