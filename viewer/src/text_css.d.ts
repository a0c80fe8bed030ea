// SPDX-License-Identifier: MIT
// A style sheet as text, for shadow roots.
declare module '*element.css' {
  const text: string;
  export default text;
}
