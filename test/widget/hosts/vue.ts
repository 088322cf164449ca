import '@innlet/guest-itinerary/vue'
import type { ItineraryErrorEvent, ItineraryLoadEvent } from '@innlet/guest-itinerary'
import { createApp, defineComponent, ref } from 'vue'

/* A hotel's page in Vue 3, with the element from the package. Its tokens are in the page's address. */

const tokens = new URLSearchParams(location.search).getAll('token')

const Stay = defineComponent({
  setup() {
    const at = ref(0)
    const heard = ref<string[]>([])
    return {
      at,
      heard,
      tokens,
      shown: (event: ItineraryLoadEvent) => heard.value.push(`shown: ${event.detail.hotel}`),
      failed: (event: ItineraryErrorEvent) => heard.value.push(`failed: ${event.detail.reason}`),
    }
  },
  template: `
    <button type="button" @click="at++">Next</button>
    <guest-itinerary
      v-if="at < tokens.length"
      class="stay"
      :token="tokens[at]"
      lang="de"
      theme="dark"
      :style="{ '--innlet-radius': '3px' }"
      @itinerary-load="shown"
      @itinerary-error="failed"
    ><p slot="header">Bem-vindos</p></guest-itinerary>
    <output>{{ heard.join(', ') }}</output>
  `,
})

const place = document.createElement('div')
document.body.append(place)
const app = createApp(Stay)
app.config.compilerOptions.isCustomElement = tag => tag === 'guest-itinerary'
app.config.warnHandler = warning => console.error(warning)
app.mount(place)
