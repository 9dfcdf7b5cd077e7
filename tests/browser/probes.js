// What is asked of a page in the browser. Each probe gives a list of faults.
({
  // The words of a text decide: Greek ones must lie in lang=el, a text of Latin words alone must
  // not. Single letters and roman numbers are labels and stand in either, and so do URLs.
  languages() {
    const faults = [];
    const judge = (text, element, where) => {
      const lang = element.closest("[lang]").lang;
      const greek = /\p{Script=Greek}/u.test(text);
      const latin = /\p{Script=Latin}{3,}/u.test(text.replace(/\b[ivx]+\b|https?:\S+/g, ""));
      if (greek && lang !== "el" || latin && !greek && lang === "el") faults.push([where, lang, text]);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) judge(node.data, node.parentElement, "text");
    for (const name of ["aria-label", "placeholder", "alt", "title"]) {
      for (const one of document.querySelectorAll(`[${name}]`)) judge(one.getAttribute(name), one, name);
    }
    return faults;
  },

  // WCAG 2.2, 2.5.8: what is not part of a line of text is at least 24 pixels in each direction.
  targets() {
    return [...document.querySelectorAll("a, button, input, summary")]
      .filter((one) => one.offsetParent && getComputedStyle(one).display !== "inline")
      .map((one) => [one.outerHTML.slice(0, 80), (one.type === "checkbox" ? one.labels[0] : one).getBoundingClientRect()])
      .filter(([, box]) => box.width > 1 && (box.height < 24 || box.width < 24))
      .map(([text, box]) => [text, box.width, box.height]);
  },

  // The keyboard goes the way the page is written.
  order() {
    return [...document.querySelectorAll("[tabindex]")].filter((one) => one.tabIndex > 0).map((one) => [one.outerHTML.slice(0, 80)]);
  },

  // Wider than the window: one would have to scroll sideways to read a line.
  sideways() {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [[scrollWidth, clientWidth]] : [];
  },

  // Text that a box cuts off and nobody can scroll to.
  clipped() {
    const hides = (value) => value === "hidden" || value === "clip";
    return [...document.querySelectorAll("body *:not(.unseen, svg, svg *)")].filter((one) => {
      const style = getComputedStyle(one);
      return one.clientWidth && (hides(style.overflowX) && one.scrollWidth > one.clientWidth + 1
        || hides(style.overflowY) && one.scrollHeight > one.clientHeight + 1);
    }).map((one) => [one.outerHTML.slice(0, 80)]);
  },

  // Words of one line on the words of another: a box of a fixed height, a negative margin.
  // What stays in its place while the page is scrolled lies over words for a while, as it should.
  overlaps() {
    const stays = (one) => one && (["fixed", "sticky"].includes(getComputedStyle(one).position) || stays(one.parentElement));
    const words = (one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect();
    };
    const boxes = [...document.querySelectorAll("main :is(p, h1, h2, h3, h4, h5, li, dt, td, th, summary, legend, label)")]
      .filter((one) => one.checkVisibility() && !stays(one) && !one.closest(".unseen, svg, .wide") && !one.querySelector(".unseen") && !one.querySelector("p, h1, h2, h3, h4, h5, li, dt, td"))
      .map((one) => [one, words(one)]).filter(([, box]) => box.width > 1 && box.height > 1);
    const faults = [];
    boxes.forEach(([one, a], n) => {
      for (const [other, b] of boxes.slice(n + 1, n + 12)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 2 && high > 4 && !one.contains(other)) faults.push([one.outerHTML.slice(0, 60), other.outerHTML.slice(0, 60), high]);
      }
    });
    return faults;
  },

  // Everything the keyboard reaches, there and back: whether the focus shows, and not under
  // something else (WCAG 2.4.7, 2.4.11). A key was pressed before, or no focus would be shown.
  focus() {
    const all = [...document.querySelectorAll("a[href], button, input, summary, [tabindex='0']")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }));
    return [...all, ...all.toReversed()].flatMap((one) => {
      one.focus();
      if (document.activeElement !== one) return [];
      const shown = one.matches("input[type=radio]") ? one.labels[0] : one;
      const name = one.outerHTML.slice(0, 90);
      const outlined = [one, shown, ...shown.children].some((each) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(each);
        return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      });
      if (!outlined) return [[name, "has no outline"]];
      const box = shown.getClientRects()[0];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      const x = Math.min(box.left + Math.min(box.width / 2, 40), innerWidth - 1);
      const seen = [0.1, 0.5, 0.9].some((part) => {
        const there = document.elementFromPoint(x, top + (bottom - top) * part);
        return there && there !== document.body && (shown.contains(there) || there.contains(shown));
      });
      return seen && bottom - top > Math.min(box.height, 24) / 2 ? [] : [[name, "is not seen", box.top, box.bottom]];
    });
  },

  // WCAG 1.4.3: how much the words of an element stand out; where they lie is taken from the style.
  contrast(selector) {
    const one = document.querySelector(selector);
    const channels = (value) => value.match(/[\d.]+/g).map(Number);
    const box = one.ownerSVGElement && one.parentElement.querySelector("rect");
    const under = [...function* () { for (let e = one; e; e = e.parentElement) yield e; }()];
    const grounds = under.map((e) => channels(getComputedStyle(e).backgroundColor));
    const ground = box ? channels(getComputedStyle(box).fill) : grounds.find(([, , , alpha]) => alpha !== 0);
    const style = getComputedStyle(one);
    const opacity = under.reduce((product, e) => product * getComputedStyle(e).opacity, 1);
    const ink = channels(one.ownerSVGElement ? style.fill : style.color).slice(0, 3).map((c, n) => c * opacity + ground[n] * (1 - opacity));
    const linear = (c) => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
    const [a, b] = [ink, ground].map(([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b));
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  },

  // The same for all words of the page, as they are painted: a reader's own colours may make them
  // those of the ground. Also what a drawing is made of, which no browser recolours by itself.
  unreadable() {
    const channels = (value) => value.match(/[\d.]+/g).map(Number);
    const linear = (c) => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
    const light = (colour) => channels(colour).slice(0, 3).map(linear).reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
    const between = (a, b) => { const [p, q] = [light(a), light(b)]; return (Math.max(p, q) + 0.05) / (Math.min(p, q) + 0.05); };
    const ground = (one) => {
      for (let e = one; e; e = e.parentElement) {
        const colour = getComputedStyle(e).backgroundColor;
        if (channels(colour)[3] !== 0) return colour;
      }
      return getComputedStyle(document.documentElement).colorScheme === "dark" ? "rgb(0, 0, 0)" : "rgb(255, 255, 255)";
    };
    const words = [...document.querySelectorAll("body *:not(.unseen, .unseen *, svg *, script, option)")]
      .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      .map((one) => [one, getComputedStyle(one).color, ground(one)]);
    const drawn = [...document.querySelectorAll("svg :is(text, rect, path.curve)")].map((one) => {
      const { fill, stroke } = getComputedStyle(one);
      const box = one.matches("text") && getComputedStyle(one.parentElement.querySelector("rect")).fill;
      return [one, box ? fill : stroke, box || ground(one)];
    });
    return [...words, ...drawn].map(([one, ink, under]) => [one.outerHTML.slice(0, 90), ink, under, between(ink, under)])
      .filter(([, , , contrast]) => contrast < 4.5);
  },

  // What a link leads to, and what is marked, must not be told by the colour of its ground alone.
  unmarked() {
    const told = (one) => {
      const { outlineStyle, outlineWidth, borderTopWidth, textDecorationLine } = getComputedStyle(one);
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 || textDecorationLine !== "none" || parseFloat(borderTopWidth) > 1
        || getComputedStyle(one).backgroundColor !== getComputedStyle(one.parentElement).backgroundColor && one.matches("mark");
    };
    const seen = (one) => one.checkVisibility();
    const faults = [...document.querySelectorAll("mark, ins, del, .views :checked + span")].filter((one) => seen(one) && !told(one))
      .map((one) => [one.outerHTML.slice(0, 90)]);
    const kinds = new Map([...document.querySelectorAll("main [id]")].filter((one) => seen(one) && (one.matches(".term-entry, .cited-provision") || document.querySelector(`a[href$="#${one.id}"]`)))
      .map((one) => [one.className.replace(/depth-\d/, "").trim(), one]));
    for (const [kind, one] of kinds) {
      if (one.matches("h1, h2, h3, svg, #content, .note-mark, p.quiet, .edition *")) continue;
      location.hash = one.id;
      const shown = [one, one.nextElementSibling, ...one.querySelectorAll(":scope > .heading")].filter(Boolean);
      if (!shown.some(told)) faults.push([kind, one.id, "is no target one sees"]);
    }
    return faults;
  },

  // What moves though the reader asked for rest; the note that script is off only comes late.
  motion() {
    const moving = document.getAnimations({ subtree: true });
    return moving.filter((one) => one.effect.target.id !== "off").map((one) => String(one.animationName || one.transitionProperty))
      .concat(getComputedStyle(document.documentElement).scrollBehavior === "smooth" ? ["smooth scrolling"] : []);
  },
})
