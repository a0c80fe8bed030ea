// SPDX-License-Identifier: MIT
// A server on this machine for the time of one test.
import { createServer } from 'node:http';

/** `answer(request, response)`; the test's end stops it. Gives its address with a '/'. */
export async function serve(t, answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

/** Bytes, whole or the asked range. */
export function sendBytes(request, response, bytes, ranges = true) {
  const asked = ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!asked) return response.end(bytes);
  const [from, to] = [Number(asked[1]), Number(asked[2])];
  response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` });
  response.end(bytes.subarray(from, to + 1));
}
