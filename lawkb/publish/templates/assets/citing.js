// The menu at the ¶ of a provision: copy its citation, a link to it or its words, or share them.
"use strict";
(() => {
  const longest = 80; // characters of a quotation that a link holds whole
  const few = 4; // words at each end of a longer one
  const links = "sup, .mark, .note, .num, .said";

  lawkb.citing = (anchor) => {
    const menu = document.querySelector("#overlays").content.querySelector(".citing").cloneNode(true);
    const row = anchor.closest("[id]");
    const selected = quotedIn(row);
    const cell = selected ? cellOf(selected) : shownCell(row);
    const words = selected ? oneLine(String(selected)) : wordsOf(cell);
    const citation = citationOf(anchor, menu);
    // Of quoted words the language, too, and whether they are a translation.
    const said = document.querySelector(`.status [data-cited][lang="${cell?.lang}"]`)?.dataset.cited;
    const cited = [citation, said].filter(Boolean).join("; ");
    const text = menu.dataset.quotation.replace("{words}", () => words).replace("{citation}", () => cited);
    const acts = {
      citation: () => copy(citation),
      link: () => copy(anchor.href),
      words: words && (() => copy(`${text}\n${anchor.href}`)),
      quoted: selected && (() => copy(anchor.href + fragmentOf(selected))),
      share: navigator.share && (() => share({ title: citation, text: selected ? text : citation, url: anchor.href })),
    };
    for (const item of menu.children) {
      item.textContent = item.textContent.replace("{citation}", () => citation);
      const act = acts[item.dataset.act];
      if (act) item.addEventListener("click", () => { menu.hidePopover(); act(); });
      else item.hidden = true;
    }
    show(menu, anchor);

    async function copy(written) {
      try {
        await navigator.clipboard.writeText(written);
        lawkb.say(menu.dataset.copied.replace("{text}", () => written.split("\n")[0]));
      } catch { // not allowed here: the reader copies what is selected
        const field = lawkb.openDialog("copying").querySelector("textarea");
        field.value = written;
        field.select();
      }
    }
  };

  // Given up or refused, nothing is to be said.
  const share = (shared) => navigator.share(shared).catch(() => {});
  const oneLine = (text) => text.replace(/\s+/g, " ").trim();

  function citationOf(anchor, menu) {
    const place = anchor.querySelector(".address")?.textContent;
    const { edition } = document.querySelector("main").dataset;
    if (!place || !edition) return `${place || anchor.querySelector("[lang]").textContent}, ${document.title}`;
    return menu.dataset.citation.replace("{place}", place).replace("{edition}", edition);
  }

  // What was selected before ¶ was pressed, where it touches this provision.
  function quotedIn(row) {
    const range = lawkb.quoted;
    return range && String(range).trim() && range.intersectsNode(row) ? range : null;
  }

  const cellOf = (range) => (range.startContainer.closest ? range.startContainer : range.startContainer.parentElement).closest(".cell");

  // The text of a provision in the language of the page where that is shown.
  function shownCell(row) {
    const cells = [...row.children].filter((cell) => cell.matches(".cell:not(.missing)") && cell.checkVisibility());
    return cells.find((cell) => cell.lang === document.documentElement.lang) || cells[0];
  }

  // The words of the law alone. A heading is quoted where there is no other text; of editors, or of another
  // language, it never is.
  function wordsOf(cell) {
    const copied = cell?.cloneNode(true);
    copied?.querySelectorAll(".heading:has(+ .said), .lacks, .borrowed").forEach((aside) => aside.remove());
    copied?.querySelectorAll(links).forEach((aside) => aside.remove());
    const parts = [...copied?.querySelectorAll(".words > *") || []];
    const text = parts.filter((part) => !part.matches(".heading"));
    return oneLine((text.length ? text : parts).map((part) => part.textContent).join(" "));
  }

  // A text fragment, with the words around it in its paragraph: other provisions may say the same.
  // Of long words, or words of several paragraphs, only where they begin and end.
  function fragmentOf(range) {
    const encoded = (words) => encodeURIComponent(words.join(" ")).replace(/-/g, "%2D");
    const wordsIn = (text) => oneLine(String(text)).split(" ").filter(Boolean);
    const [from, to] = [range.cloneRange(), range.cloneRange()];
    from.setStart(blockOf(range.startContainer), 0);
    from.setEnd(range.startContainer, range.startOffset);
    const end = blockOf(range.endContainer);
    to.setEnd(end, end.childNodes.length);
    to.setStart(range.endContainer, range.endOffset);
    const [before, after] = [wordsIn(from).slice(-few), wordsIn(to).slice(0, few)];
    const lines = String(range).trim().split("\n").map(wordsIn).filter((words) => words.length);
    const whole = lines.length === 1 && lines[0].join(" ").length <= longest;
    const quoted = whole ? lines : [lines[0].slice(0, few), lines.at(-1).slice(-few)];
    const parts = [before.length && `${encoded(before)}-`, ...quoted.map(encoded), after.length && `-${encoded(after)}`];
    return `:~:text=${parts.filter(Boolean).join(",")}`;
  }

  function blockOf(node) {
    return (node.closest ? node : node.parentElement).closest("p, h2, h3, h4, h5, td, th, pre, .row");
  }

  function show(menu, anchor) {
    document.querySelector("main").append(menu);
    menu.showPopover();
    lawkb.opened = anchor;
    anchor.setAttribute("aria-expanded", "true");
    const move = () => place(menu, anchor.getBoundingClientRect());
    move();
    addEventListener("resize", move);
    const items = [...menu.children].filter((item) => !item.hidden);
    items[0].focus({ preventScroll: true });
    menu.addEventListener("keydown", (event) => {
      const at = items.indexOf(document.activeElement);
      const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
      if (next !== undefined) {
        event.preventDefault();
        items.at(next % items.length).focus();
      } else if (event.key === "Tab") menu.hidePopover();
    });
    menu.addEventListener("beforetoggle", () => {
      anchor.removeAttribute("aria-expanded");
      if (menu.contains(document.activeElement)) anchor.focus({ preventScroll: true });
    });
    menu.addEventListener("toggle", ({ newState }) => {
      if (newState === "open") return;
      if (lawkb.opened === anchor) lawkb.opened = null;
      removeEventListener("resize", move);
      menu.remove();
    });
  }

  // Below the ¶ where there is room, else above; never out of the window.
  function place(menu, mark) {
    const { width, height } = menu.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const top = mark.bottom + height + 8 < clientHeight ? mark.bottom + 2 : Math.max(8, mark.top - height - 2);
    menu.style.left = `${scrollX + Math.max(8, Math.min(mark.left, clientWidth - width - 8))}px`;
    menu.style.top = `${scrollY + top}px`;
  }
})();
