import '@innlet/guest-itinerary/react'
import { StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/* A hotel's page in React 19, with the element from the package. Its tokens are in the page's address. */

const tokens = new URLSearchParams(location.search).getAll('token')

function Stay() {
  const [at, setAt] = useState(0)
  const [heard, setHeard] = useState<string[]>([])
  const element = useRef<HTMLElementTagNameMap['guest-itinerary']>(null)
  const hear = (word: string) => setHeard(words => [...words, word])
  return (
    <>
      <button type="button" onClick={() => setAt(at + 1)}>
        Next
      </button>
      <button type="button" onClick={() => hear(`ref: ${element.current?.token === tokens[at]}`)}>
        Ref
      </button>
      {at < tokens.length && (
        <guest-itinerary
          ref={element}
          className="stay"
          token={tokens[at]}
          lang="de"
          theme="dark"
          style={{ '--innlet-radius': '3px' } as object}
          onitinerary-load={event => hear(`shown: ${event.detail.hotel}`)}
          onitinerary-error={event => hear(`failed: ${event.detail.reason}`)}
        >
          <p slot="header">Bem-vindos</p>
        </guest-itinerary>
      )}
      <output>{heard.join(', ')}</output>
    </>
  )
}

const place = document.createElement('div')
document.body.append(place)
createRoot(place).render(
  <StrictMode>
    <Stay />
  </StrictMode>,
)
