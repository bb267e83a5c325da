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
 * The ids under which this process shows itself: one, as a rule. The records of a run that gave up
 * name an owner that would count as alive for as long as the process lives. So the process takes
 * another id, and gives up the old one as soon as no run goes on that was begun under it: then
 * others see that nobody works on these records. Thread-safe.
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

  /** The id that new transactions name. */
  synchronized OwnerId shown() {
    return shown;
  }

  /** The id to be shown once a beat under it is acknowledged. */
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

  /**
   * Notes that a run left records that name {@code owner}: that id is to be given up soon. If the
   * host gives no fresh id, the next run that leaves something asks again.
   */
  synchronized void giveUp(OwnerId owner) {
    if (owner.equals(shown) && next == null) {
      Guarded.run("source of ids", () -> next = fresh.get());
    }
  }

  /** The ids to be given up that still have a document. */
  synchronized List<OwnerId> leaving() {
    return new ArrayList<>(leaving);
  }

  /** All ids that may have a document. */
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

  /** Notes that its document is removed. */
  synchronized void left(OwnerId owner) {
    leaving.remove(owner);
  }
}
