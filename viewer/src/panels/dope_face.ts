// SPDX-License-Identifier: MIT
// Draws what a view of the dope sheet shows: keys, the chosen one, the ruler and the names.

import type { KeyChoice } from './dope_keys';
import { DopeLabels } from './dope_labels';
import { DopePainter, paintChoice, paintRuler, type DopeRows } from './dope_paint';
import { rowHeight, rulerHeight, type DopeView } from './dope_view';
import type { Surface } from './surface';
import type { Theme } from './theme';

export class DopeFace {
  private readonly painter = new DopePainter();
  private readonly labels: DopeLabels;

  constructor(
    host: HTMLElement,
    private theme: Theme,
  ) {
    this.labels = new DopeLabels(host);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
  }

  /** Of the names, in CSS pixels. */
  setLabelWidth(width: number): void {
    this.labels.width(width);
  }

  draw(surface: Surface, view: DopeView, choice: KeyChoice | undefined): void {
    const { context, canvas, ratio } = surface;
    const { theme } = this;
    const rows: DopeRows = {
      tracks: view.tracks,
      axis: view.axis,
      width: canvas.width,
      height: canvas.height,
      top: Math.round(rulerHeight * ratio),
      scroll: Math.round(view.scroll * ratio),
      rowHeight: Math.round(rowHeight * ratio),
      ratio,
      theme,
      selected: choice?.track,
    };
    this.painter.paint(context, rows);
    const time = view.timeOf(choice);
    if (choice !== undefined && time !== undefined) {
      const color = view.tracks[choice.track]!.color ?? theme.accent;
      paintChoice(context, view.x(time), view.y(choice.track), ratio, color, theme.text);
    }
    paintRuler(context, rows, 'system-ui, sans-serif');
    const first = Math.floor(view.scroll / rowHeight);
    const count = Math.ceil((view.scroll + view.page) / rowHeight) - first;
    const place = (index: number) =>
      Math.round((rulerHeight + index * rowHeight - view.scroll) * ratio) / ratio;
    this.labels.show(view.tracks, first, count, place, choice?.track);
  }

  destroy(): void {
    this.painter.forget();
    this.labels.destroy();
  }
}
