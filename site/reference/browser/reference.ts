import { listenForCredentials } from './credentials.ts'
import { fillInDemo } from './demo.ts'
import { showPlace } from './place.ts'
import { listenForSamples } from './samples.ts'
import { listenForSearch } from './search.ts'
import { listenForTrials } from './try.ts'

/* The script of the reference. Its pages are complete without it: it adds search, the choice of samples, and requests. */

showPlace()
listenForSamples()
listenForSearch()
listenForCredentials()
listenForTrials()
void fillInDemo()
