// Comforts for reading, none of which a page needs. They come at the first sign of a reader: see wake.js.
(() => {
  const text = document.querySelector(".piece > .text");
  if (!text) return;

  // Notes in the margin stand beside their reference, below one another.
  const notes = [...text.querySelectorAll(":scope > .footnote:last-child > ol > li")];
  const placeNotes = () => {
    if (getComputedStyle(notes[0].closest(".footnote")).position !== "absolute") return;
    const top = (element) => element?.getBoundingClientRect().top ?? 0;
    const wanted = notes.map((note) => top(text.querySelector(`a[href="#${CSS.escape(note.id)}"]`)));
    notes.forEach((note) => note.style.removeProperty("--beside"));
    const last = notes.map(top);
    let free = -Infinity;
    notes.forEach((note, number) => {
      const place = Math.min(Math.max(wanted[number], free), last[number]);
      note.style.setProperty("--beside", `${place - last[number]}px`);
      free = place + note.offsetHeight + 8;
    });
  };
  if (notes.length) new ResizeObserver(placeNotes).observe(text);

  // The contents mark the section that is being read, and the browser remembers it for the next visit.
  const entries = new Map([...document.querySelectorAll(".contents a")].map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  if (!entries.size) return;
  const headings = [...entries.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const place = `read:${location.pathname}`;
  let memory = {};
  try {
    memory = localStorage;
  } catch {
    // It may be switched off.
  }
  const remembered = memory[place];

  const mark = () => {
    const present = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const [id, link] of entries) link.ariaCurrent = id === present?.id ? "location" : null;
    if (scrollY === 0) return;
    if (headings.slice(1, -1).includes(present)) memory[place] = present.id;
    else delete memory[place];
  };
  const watch = new IntersectionObserver(mark, { rootMargin: "999999px 0px -66% 0px" });
  headings.forEach((heading) => watch.observe(heading));
  addEventListener("scrollend", mark);

  // An offer, never a jump.
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const offerToGoOn = (link) => {
    const offer = make("p", { className: "resume" });
    const on = make("a", { href: link.hash, textContent: `Go on at “${link.textContent}”` });
    const away = make("button", { type: "button", textContent: "Close" });
    offer.append(on, away);
    offer.addEventListener("click", () => offer.remove());
    document.querySelector(".piece").append(offer);
  };
  if (entries.has(remembered) && !location.hash && scrollY === 0) offerToGoOn(entries.get(remembered));
})();

// A button beside each block of code, where the browser lets a page copy.
if (navigator.clipboard) {
  const status = document.getElementById("said");

  const addButton = (code) => {
    const sample = Object.assign(document.createElement("div"), { className: "sample" });
    const button = Object.assign(document.createElement("button"), { className: "copy", type: "button", lang: "en", ariaLabel: "Copy code" });
    const say = (words) => (button.textContent = words);
    button.addEventListener("click", async () => {
      say(await navigator.clipboard.writeText(code.textContent).then(() => "Copied", () => "Not copied"));
      status.textContent = "";
      setTimeout(() => (status.textContent = button.textContent), 50);
      setTimeout(say, 2000, "Copy");
    });
    say("Copy");
    // What is moved loses the focus and how far it was scrolled.
    const { scrollLeft } = code;
    const focused = code.contains(document.activeElement) && document.activeElement;
    code.replaceWith(sample);
    sample.append(code, button);
    code.scrollLeft = scrollLeft;
    if (focused) focused.focus({ preventScroll: true });
  };
  document.querySelectorAll(".piece pre").forEach(addButton);
}
