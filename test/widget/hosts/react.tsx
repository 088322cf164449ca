import '@innlet/guest-itinerary/react'
import { StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'

/* A hotel's page in React 19 with the packaged element. The tokens are in the page's address. */

const tokens = new URLSearchParams(location.search).getAll('token')

function Stay() {
  const [index, setIndex] = useState(0)
  const [log, setLog] = useState<string[]>([])
  const element = useRef<HTMLElementTagNameMap['guest-itinerary']>(null)
  const record = (text: string) => setLog(texts => [...texts, text])
  return (
    <>
      <button type="button" onClick={() => setIndex(index + 1)}>
        Next
      </button>
      <button type="button" onClick={() => record(`ref: ${element.current?.token === tokens[index]}`)}>
        Ref
      </button>
      {index < tokens.length && (
        <guest-itinerary
          ref={element}
          className="stay"
          token={tokens[index]}
          lang="de"
          theme="dark"
          style={{ '--innlet-radius': '3px' } as object}
          onitinerary-load={event => record(`shown: ${event.detail.hotel}`)}
          onitinerary-error={event => record(`failed: ${event.detail.reason}`)}
        >
          <p slot="header">Bem-vindos</p>
        </guest-itinerary>
      )}
      <output>{log.join(', ')}</output>
    </>
  )
}

const container = document.createElement('div')
document.body.append(container)
createRoot(container).render(
  <StrictMode>
    <Stay />
  </StrictMode>,
)
