import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { build, type Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../../..')

/** A handler that receives webhooks with the function of a sample, and responds 202 with the event. PUT sets its key. */
const RECEIVER = `
  import { receive } from 'sample'
  let key
  export default {
    async fetch(request) {
      if (request.method === 'PUT') return new Response((key = await request.text()))
      try {
        return Response.json(await receive(request, key), { status: 202 })
      } catch (error) {
        return new Response(String(error), { status: 400 })
      }
    },
  }`

/** A receiver that runs, and how to end it. */
interface RunningReceiver {
  url: string
  stop: () => Promise<void>
}

/** How a receiver with the code of a sample is started, by the name of its runtime. */
export const RECEIVER_RUNTIMES: Record<string, (code: string) => Promise<RunningReceiver>> = {
  workerd: startInWorkerd,
  Node: startInNode,
}

/** The receiver in this process, with a key of its own. */
async function startInNode(code: string): Promise<RunningReceiver> {
  const script = `${await bundled(code)}\n// ${crypto.randomUUID()}`
  const { default: receiver } = await import(`data:text/javascript,${encodeURIComponent(script)}`)
  const server = createAdaptorServer(receiver) as Server
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => void server.close()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop }
}

async function startInWorkerd(code: string): Promise<RunningReceiver> {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: await bundled(code),
      compatibilityDate: '2026-01-01',
      host: '127.0.0.1',
      port: 0,
      // Where a request comes from would be asked of the network.
      cf: false,
      log: new Log(LogLevel.NONE),
    }),
  )
  return { url: String(await runtime.ready), stop: () => runtime.dispose() }
}

/** The receiver with its sample and libraries, as one script. */
async function bundled(code: string): Promise<string> {
  const [entry, sample] = [join(ROOT, 'receiver-of-sample.js'), join(ROOT, 'sample.js')]
  // Files that are not on disk. Libraries are found from the folder of the project.
  const texts = new Map([
    [entry, RECEIVER],
    [sample, code],
  ])
  const ofTexts: Plugin = {
    name: 'texts',
    enforce: 'pre',
    resolveId: id => (id === 'sample' ? sample : texts.has(id) ? id : undefined),
    load: id => texts.get(id),
  }
  const results = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [ofTexts],
    publicDir: false,
    resolve: { alias: { '@innlet/client': join(ROOT, 'client/innlet.ts') } },
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  const [chunk] = [results].flat().flatMap(result => ('output' in result ? result.output : []))
  if (chunk?.type !== 'chunk') throw new Error('no script')
  return chunk.code
}

/** New keys, by the version of the signature: what a receiver is given, and how a webhook is signed. */
export const NEW_KEYS: Record<string, () => { receiverKey: string; signatureOf: (content: string) => string }> = {
  v1() {
    const secret = randomBytes(32)
    const signatureOf = (content: string) => createHmac('sha256', secret).update(content).digest('base64')
    return { receiverKey: `whsec_${secret.toString('base64')}`, signatureOf }
  },
  v1a() {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
    const signatureOf = (content: string) => sign(null, Buffer.from(content), privateKey).toString('base64')
    return { receiverKey: `whpk_${raw.toString('base64')}`, signatureOf }
  },
}
