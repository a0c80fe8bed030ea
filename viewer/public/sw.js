// SPDX-License-Identifier: MIT
// Keeps the page itself, so that it works without a network after one visit. Files of users never
// come by here: they are opened in the page.
const kept = 'anmkit-__VERSION__';
const files = __FILES__;

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(['./', ...files])).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('anmkit-') && name !== kept).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url), home = new URL('./', self.location.href);
  if (event.request.method !== 'GET' || url.origin !== home.origin || !url.pathname.startsWith(home.pathname)) return;
  const name = url.pathname.slice(home.pathname.length);
  if (name !== '' && !files.includes(name)) return;
  event.respondWith(caches.open(kept).then((cache) => cache.match(name === '' ? './' : name)).then((found) => found ?? fetch(event.request)));
});
