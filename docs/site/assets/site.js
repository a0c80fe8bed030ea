// SPDX-License-Identifier: MIT
// The download for the reader's system, and the viewer in place of an image of the gallery.
const system = () => {
  const { userAgent, platform } = navigator;
  if (/Android|iPhone|iPad|Mac/.test(`${userAgent} ${platform}`)) return 'browser';
  if (/Win/.test(platform)) return 'windows-x64';
  return /aarch64|arm64|armv8/.test(`${userAgent} ${platform}`) ? 'linux-arm64' : 'linux-x64';
};

for (const list of document.querySelectorAll('.downloads')) {
  const mine = list.querySelector(`[data-system="${system()}"]`);
  if (!mine) continue;
  mine.classList.add('yours');
  list.prepend(mine);
  const button = document.getElementById('get-it'), link = mine.querySelector('a');
  if (!button) continue;
  const names = { 'windows-x64': 'Download for Windows', 'linux-x64': 'Download for Linux', 'linux-arm64': 'Download for Linux (ARM64)' };
  button.textContent = names[system()] ?? 'Download the viewer';
  if (link) button.href = link.href;
}

for (const stage of document.querySelectorAll('.stage')) {
  const open = stage.querySelector('a');
  open.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = open.href;
    frame.title = `The viewer: ${open.dataset.name}`;
    frame.allow = 'fullscreen';
    stage.classList.add('open');
    stage.replaceChildren(frame);
    frame.focus();
  });
}

// Keys scroll what is wider than the page.
const reach = () => {
  for (const wide of document.querySelectorAll('pre > code, .md-typeset__scrollwrap'))
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
};
addEventListener('load', reach);
addEventListener('resize', reach);
