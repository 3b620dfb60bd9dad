// In a list that holds the keyboard's focus, j and k lead to the next and the one before (WCAG 2.2, 2.1.4: only there).
document.addEventListener("keydown", (event) => {
  const step = { j: 1, k: -1 }[event.key];
  const entry = event.target.closest?.(".entry");
  if (!step || !entry || event.ctrlKey || event.metaKey || event.altKey || event.target.isContentEditable) return;
  const links = [...entry.parentElement.querySelectorAll(":scope > .entry :is(h2, h3) a")];
  links[links.indexOf(entry.querySelector(":is(h2, h3) a")) + step]?.focus();
});
