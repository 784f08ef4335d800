/**
 * Keeps the whole client on the device after the first visit, so that the score pad and the timer
 * open with no connection at all. Pages are asked for first and come from the device when nobody
 * answers; files with a hash in their name never change and come from the device at once. What the
 * server says about games is never kept. A new version waits until the last page of the old one
 * is closed, so that no page loses the files it was built with.
 */
const CACHE = `tilerummy-${__VERSION__}`
const FILES = new Set(__FILES__)
const PATIENCE = 4000

addEventListener('install', (event) => {
  const fresh = [...FILES].map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)))
})

addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers().then(() => clients.claim()))
})

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (url.pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (FILES.has(url.pathname)) event.respondWith(kept(url.pathname, request))
})

/** A tap on "your turn" goes back to the table. */
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(
    clients
      .matchAll({ type: 'window' })
      .then(([first]) => (first ? first.focus() : clients.openWindow('/'))),
  )
})

async function forgetOthers() {
  const names = await caches.keys()
  const old = names.filter((name) => name.startsWith('tilerummy-') && name !== CACHE)
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Every address of ours is the same page; its script finds out which part to show. */
async function page(request) {
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) })
    if (answer.status < 500) return answer
  } catch {
    // Nobody answered.
  }
  return kept('/', request)
}

async function kept(path, request) {
  const cache = await caches.open(CACHE)
  return (await cache.match(path)) ?? fetch(request)
}
