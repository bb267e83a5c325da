"use strict";

/* All pages work without this script. With it, what changes is shown without a reload: the server
   sends the piece of the page that has changed, and its nodes take the place of the old ones. */

(() => {
  const POLL_EVERY = 5000;
  const STREAM_AGAIN = 30000;

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

  const nodes = (html) => new DOMParser().parseFromString(html, "text/html");

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
    let source = null;
    let shownAt = Date.now();
    let poll = 0;
    let retry = 0;

    const say = (live, text) => {
      bar.dataset.live = live;
      if (status.textContent !== text) {
        status.textContent = text;
      }
    };

    const show = (fresh) => {
      if (!isSelecting(content)) {
        replace(content, fresh);
        shownAt = Date.now();
      }
    };

    const ask = async () => {
      try {
        const answer = await fetch(location.href, { headers: { "Twophase-Poll": "1" } });
        if (!answer.ok) {
          throw new Error(answer.status);
        }
        const page = nodes(await answer.text());
        const fresh = page.getElementById(content.id);
        if (!fresh) {
          location.reload();
          return;
        }
        show(fresh.childNodes);
        say("polling", "Asking every 5 seconds");
      } catch (gone) {
        say("broken", "Reconnecting…");
      }
    };

    const stop = () => {
      source?.close();
      source = null;
      clearInterval(poll);
      clearTimeout(retry);
      poll = 0;
    };

    const fallBack = () => {
      if (!poll) {
        poll = setInterval(ask, POLL_EVERY);
        ask();
      }
    };

    const start = () => {
      stop();
      source = new EventSource(bar.dataset.events);
      source.onmessage = (event) => {
        clearInterval(poll);
        poll = 0;
        say("live", "Live");
        show(nodes(event.data).body.childNodes);
      };
      source.onerror = () => {
        say("broken", "Reconnecting…");
        fallBack();
        if (source?.readyState === EventSource.CLOSED) {
          clearTimeout(retry);
          retry = setTimeout(start, STREAM_AGAIN);
        }
      };
    };

    /* beside the status, so that no seconds are read aloud */
    const tell = () => {
      const seconds = Math.round((Date.now() - shownAt) / 1000);
      age.textContent = seconds > 11 ? `figures from ${seconds} s ago` : "";
    };
    if (age) {
      setInterval(tell, 1000);
    }

    document.addEventListener("visibilitychange", () => (document.hidden ? stop() : start()));
    if (!document.hidden) {
      start();
    }
  };

  reachable(document);
  document.querySelectorAll("[data-events]").forEach(follow);
})();
