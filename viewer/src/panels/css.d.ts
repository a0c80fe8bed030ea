// SPDX-License-Identifier: MIT
// Style sheets are imported for their effect: esbuild puts them into the page's own.
declare module '*.css';
