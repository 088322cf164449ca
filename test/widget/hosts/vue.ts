import '@innlet/guest-itinerary/vue'
import type { ItineraryErrorEvent, ItineraryLoadEvent } from '@innlet/guest-itinerary'
import { createApp, defineComponent, ref } from 'vue'

/* A hotel's page in Vue 3 with the packaged element. The tokens are in the page's address. */

const tokens = new URLSearchParams(location.search).getAll('token')

const Stay = defineComponent({
  setup() {
    const index = ref(0)
    const log = ref<string[]>([])
    return {
      index,
      log,
      tokens,
      shown: (event: ItineraryLoadEvent) => log.value.push(`shown: ${event.detail.hotel}`),
      failed: (event: ItineraryErrorEvent) => log.value.push(`failed: ${event.detail.reason}`),
    }
  },
  template: `
    <button type="button" @click="index++">Next</button>
    <guest-itinerary
      v-if="index < tokens.length"
      class="stay"
      :token="tokens[index]"
      lang="de"
      theme="dark"
      :style="{ '--innlet-radius': '3px' }"
      @itinerary-load="shown"
      @itinerary-error="failed"
    ><p slot="header">Bem-vindos</p></guest-itinerary>
    <output>{{ log.join(', ') }}</output>
  `,
})

const container = document.createElement('div')
document.body.append(container)
const app = createApp(Stay)
app.config.compilerOptions.isCustomElement = tag => tag === 'guest-itinerary'
app.config.warnHandler = warning => console.error(warning)
app.mount(container)
