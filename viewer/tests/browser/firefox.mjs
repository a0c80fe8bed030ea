// SPDX-License-Identifier: MIT
// Debian's Firefox by WebDriver BiDi: JSON messages on a socket, and no driver between.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

export const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
export const installed = existsSync(firefox);

// A browser that asks nobody for news, updates or experiments.
const settings = {
  'app.normandy.enabled': false, 'app.update.enabled': false, 'browser.aboutwelcome.enabled': false, 'browser.backup.enabled': false,
  'browser.safebrowsing.malware.enabled': false, 'browser.safebrowsing.phishing.enabled': false, 'browser.search.update': false,
  'browser.shell.checkDefaultBrowser': false, 'datareporting.policy.dataSubmissionEnabled': false, 'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false, 'nimbus.rollouts.enabled': false,
  'services.settings.server': 'data:,', 'toolkit.telemetry.enabled': false, 'webgl.force-enabled': true,
};

/** Starts it and opens one tab. `complaints` is what its pages log and ask of other origins. */
export async function startFirefox(origin) {
  const profile = mkdtempSync(path.join(tmpdir(), 'anmkit-firefox-'));
  writeFileSync(path.join(profile, 'user.js'),
                Object.entries(settings).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
  const program = spawn(firefox, ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile],
                        { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '900' } });
  const ended = new Promise((done) => program.once('exit', done));
  const where = await new Promise((found, failed) => {
    createInterface(program.stderr).on('line', (line) => {
      const at = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (at) found(at[1]);
    });
    ended.then((code) => failed(new Error(`Firefox ended with ${code} before it listened.`)));
  });
  const socket = new WebSocket(`${where}/session`);
  await new Promise((done, failed) => socket.once('open', done).once('error', failed));
  const waiting = new Map();
  const complaints = [];
  let last = 0;
  socket.on('message', (text) => {
    const message = JSON.parse(text);
    if (message.type === 'event') {
      const { method, params } = message;
      if (method === 'log.entryAdded' && ['error', 'warn'].includes(params.level)) complaints.push(`${params.level}: ${params.text}`);
      const url = params.request?.url;
      if (method === 'network.beforeRequestSent' && !/^(data|blob|about):/.test(url) && !url.startsWith(`${origin}/`)) complaints.push(`request: ${url}`);
      return;
    }
    const { done, failed } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.type === 'success') done(message.result);
    else failed(new Error(`${message.error}: ${message.message}`));
  });
  const send = (method, params = {}) => new Promise((done, failed) => {
    waiting.set(++last, { done, failed });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  await send('session.new', { capabilities: {} });
  const { context } = await send('browsingContext.create', { type: 'tab' });
  await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'], contexts: [context] });
  return {
    complaints, send, context,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Calls a function in the page with values that JSON holds; gives what it returns. */
    call: async (act, ...values) => {
      const { result, exceptionDetails } = await send('script.callFunction', {
        functionDeclaration: `async (text) => JSON.stringify(await (${act})(...JSON.parse(text)))`,
        arguments: [{ type: 'string', value: JSON.stringify(values) }], target: { context }, awaitPromise: true, userActivation: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    picture: async () => Buffer.from((await send('browsingContext.captureScreenshot', { context })).data, 'base64'),
    stop: async () => {
      // As the window manager would: it cleans up behind itself.
      await Promise.race([send('browser.close').catch(() => undefined), ended]);
      const late = setTimeout(() => program.kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(late);
      socket.terminate();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
