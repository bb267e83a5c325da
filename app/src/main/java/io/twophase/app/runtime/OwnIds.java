package io.twophase.app.runtime;

import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Under which ids this process shows itself: one, as a rule. When a run has given up, what it left
 * names an owner that would be seen alive for as long as the process lives. So the process takes
 * another id, and leaves the old one as soon as no run is going on that was begun under it: then
 * others see that what it names is nobody's. Thread-safe.
 */
final class OwnIds {

  private final Supplier<OwnerId> fresh;
  private final Set<OwnerId> leaving = new HashSet<>();
  private final Map<OwnerId, Set<Token>> goingOn = new HashMap<>();
  private OwnerId shown;
  private @Nullable OwnerId next;

  OwnIds(Supplier<OwnerId> fresh) {
    this.fresh = fresh;
    this.shown = fresh.get();
  }

  /** That which new transactions name. */
  synchronized OwnerId shown() {
    return shown;
  }

  /** That which is to be shown from the next beat on that is acknowledged. */
  synchronized OwnerId toShow() {
    return next == null ? shown : next;
  }

  /** A beat of {@code owner}, which was to be shown, is acknowledged. */
  synchronized void show(OwnerId owner) {
    if (owner.equals(next)) {
      leaving.add(shown);
      shown = owner;
      next = null;
    }
  }

  synchronized void begun(OwnerId owner, Token run) {
    goingOn.computeIfAbsent(owner, named -> new HashSet<>()).add(run);
  }

  synchronized void ended(OwnerId owner, Token run) {
    Set<Token> runs = goingOn.get(owner);
    if (runs != null && runs.remove(run) && runs.isEmpty()) {
      goingOn.remove(owner);
    }
  }

  /** What a run left names {@code owner}: that is not to be shown for longer than it must. */
  synchronized void giveUp(OwnerId owner) {
    if (owner.equals(shown) && next == null) {
      next = fresh.get();
    }
  }

  /** Those to be left, and not left yet. */
  synchronized List<OwnerId> leaving() {
    return new ArrayList<>(leaving);
  }

  /** All that may have a document. */
  synchronized List<OwnerId> all() {
    List<OwnerId> all = leaving();
    all.add(shown);
    if (next != null) {
      all.add(next);
    }
    return all;
  }

  /** Whether a run is going on that was begun under it. */
  synchronized boolean isAtWork(OwnerId owner) {
    return goingOn.containsKey(owner);
  }

  /** Its document is gone. */
  synchronized void left(OwnerId owner) {
    leaving.remove(owner);
  }
}
