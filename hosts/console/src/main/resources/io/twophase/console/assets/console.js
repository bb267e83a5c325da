"use strict";

/* All pages work without this script. With it, what changes is shown without a reload: the page asks
   for itself again, and the nodes that have changed take the place of the old ones. */

(() => {
  const ASK_AGAIN = 2000;
  const PATIENCE = 10000;

  /* a table that is wider than the page can be scrolled by the keyboard */
  const reachable = (root) => {
    for (const wide of root.querySelectorAll("table, pre")) {
      if (wide.scrollWidth > wide.clientWidth || wide.scrollHeight > wide.clientHeight) {
        wide.tabIndex = 0;
      }
    }
  };

  /* the element in the new nodes that is what another was in the old ones */
  const again = (old, root) => {
    if (old.id) {
      return document.getElementById(old.id);
    }
    const href = old.getAttribute("href");
    const same = [...root.querySelectorAll(old.localName)];
    return href ? same.find((one) => one.getAttribute("href") === href) : undefined;
  };

  /* puts nodes where others were, and keeps focus, open details and what is scrolled */
  const replace = (content, fresh) => {
    const focused = content.contains(document.activeElement) ? document.activeElement : null;
    const open = new Set([...content.querySelectorAll("details[open]")].map((one) => one.id));
    const scrolled = [...content.querySelectorAll("table, pre")].map((one) => [one.scrollLeft, one.scrollTop]);
    const top = window.scrollY;
    content.replaceChildren(...fresh);
    content.querySelectorAll("details").forEach((one) => (one.open = open.has(one.id)));
    content.querySelectorAll("table, pre").forEach((one, at) => {
      [one.scrollLeft, one.scrollTop] = scrolled[at] || [0, 0];
    });
    reachable(content);
    if (focused) {
      again(focused, content)?.focus({ preventScroll: true });
    }
    window.scrollTo({ top, behavior: "instant" });
  };

  const isSelecting = (content) => {
    const selection = document.getSelection();
    return selection && !selection.isCollapsed && content.contains(selection.anchorNode);
  };

  const follow = (bar) => {
    const content = document.getElementById(bar.dataset.content);
    const status = bar.querySelector("[role=status]");
    const age = bar.querySelector("[data-age]");
    let shown = "";
    let shownAt = Date.now();
    let timer = 0;

    const say = (live, text) => {
      bar.dataset.live = live;
      if (status.textContent !== text) {
        status.textContent = text;
      }
    };

    /* what is the same stays: a reader of screens would read it aloud again */
    const show = (fresh) => {
      if (fresh.innerHTML === shown) {
        shownAt = Date.now();
      } else if (!isSelecting(content)) {
        shown = fresh.innerHTML;
        replace(content, fresh.childNodes);
        shownAt = Date.now();
      }
    };

    const ask = async () => {
      clearTimeout(timer);
      try {
        const signal = AbortSignal.timeout(PATIENCE);
        const answer = await fetch(location.href, { headers: { "Twophase-Poll": "1" }, signal });
        if (!answer.ok) {
          throw new Error(answer.status);
        }
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const fresh = page.getElementById(content.id);
        if (!fresh) {
          location.reload();
          return;
        }
        show(fresh);
        say("live", "Live");
      } catch (gone) {
        say("broken", "Reconnecting…");
      }
      clearTimeout(timer);
      timer = document.hidden ? 0 : setTimeout(ask, ASK_AGAIN);
    };

    /* beside the status, so that no seconds are read aloud */
    const tell = () => {
      const seconds = Math.round((Date.now() - shownAt) / 1000);
      age.textContent = seconds > 11 ? `figures from ${seconds} s ago` : "";
    };
    if (age) {
      setInterval(tell, 1000);
    }

    document.addEventListener("visibilitychange", () => document.hidden || ask());
    ask();
  };

  reachable(document);
  document.querySelectorAll("[data-content]").forEach(follow);
})();
