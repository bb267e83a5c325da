package io.twophase.app.recovery;

import io.twophase.app.engine.DeadHolds;
import io.twophase.app.recovery.Orphan.Held;
import io.twophase.app.recovery.Recovery.RecoveryListener;
import io.twophase.domain.Cases;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.machine.Step.Blocker;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Answers;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Releases orphans: holds of which it is proven that nobody will ever settle them. Late messages
 * and lost records leave them; they cost what they hold, and never money. Safe at any moment,
 * beside any number of workers, and by several processes at once. Thread-safe.
 *
 * <ul>
 *   <li>A hold of a finished record is an orphan: a record is finished last. Only if the record is
 *       done at the very epoch of the hold, a settle has missed the hold: that is reported, and the
 *       hold stays.
 *   <li>A hold whose record is missing becomes an orphan: a tombstone is stored under the record's
 *       id first, so that the record can never come.
 *   <li>A hold of an epoch before its record's is an orphan: a record settles its own epoch only.
 * </ul>
 *
 * <p>The record is read after the hold was seen, and the release names the hold as it was seen.
 */
public final class Scrub {

  private final Store store;
  private final RecoveryListener listener;

  /**
   * Scrubs one store.
   *
   * @param listener is notified of what {@code report} receives; must not throw
   */
  public Scrub(Store store, RecoveryListener listener) {
    this.store = store;
    this.listener = listener;
  }

  /**
   * Reads all accounts and all documents that have holds, in every collection that has ever taken
   * part; releases every orphan, and gives {@code report} each.
   *
   * @param leftAlone receives what cannot be read, collections that take no writes, holds of
   *     transactions whose records are elsewhere, and holds that a settle has missed: nothing of
   *     that is touched
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    Objects.requireNonNull(report, "report");
    Objects.requireNonNull(leftAlone, "leftAlone");
    Set<CollectionName> collections = new LinkedHashSet<>();
    collections.add(store.accounts().collection());
    collections.addAll(store.holds().collections());
    Consumer<Orphan> notifyAndReport =
        orphan -> {
          listener.orphanFound(orphan);
          report.accept(orphan);
        };
    for (CollectionName collection : collections) {
      new CollectionSweep(collection, notifyAndReport, leftAlone).run();
    }
  }

  /**
   * The sweep of one collection. A fault of a collection leaves that collection alone, so that the
   * others are swept all the same. Used once.
   */
  private final class CollectionSweep {

    private static final int AT_ONCE = 500;

    /** A collection in which so many calls fail one behind the other seems to take no writes. */
    private static final int MOST_IN_A_ROW = 10;

    private final Holds holds = store.holds();
    private final CollectionName collection;
    private final Consumer<Orphan> report;
    private final Consumer<LeftAlone> leftAlone;

    private final List<Held> refused = new ArrayList<>(0);

    /** The message of the store when it last refused to release orphans. */
    private String refusal = "";

    /** So many calls may fail before nothing more is sent. */
    private int callsLeft = MOST_IN_A_ROW;

    CollectionSweep(
        CollectionName collection, Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
      this.collection = collection;
      this.report = report;
      this.leftAlone = leftAlone;
    }

    void run() {
      List<Held> held = new ArrayList<>();
      alone(() -> holds.scan(collection, true, sight -> add(sight, held)));
      for (int from = 0; from < held.size(); from += AT_ONCE) {
        some(held.subList(from, Math.min(held.size(), from + AT_ONCE)));
      }
      if (!refused.isEmpty()) {
        leftAlone.accept(new LeftAlone.UnwritableCollection(collection, refused, refusal));
      }
    }

    private void alone(Runnable read) {
      try {
        read.run();
      } catch (StoreException | IllegalArgumentException away) {
        leftAlone.accept(new LeftAlone.UnreadableCollection(collection, fault(away)));
      }
    }

    /** Keeps the holds of this home. */
    private void add(Sight sight, List<Held> ours) {
      for (String fault : sight.fault().stream().toList()) {
        boolean isOfAccounts = collection.equals(store.accounts().collection());
        leftAlone.accept(new LeftAlone.Unreadable(collection, isOfAccounts, sight.id(), fault));
      }
      for (Stored stored : sight.stored().stream().toList()) {
        for (Hold hold : stored.holds()) {
          Held held = Held.of(stored, hold);
          if (hold.home().equals(store.home())) {
            ours.add(held);
          } else {
            leftAlone.accept(new LeftAlone.OfAnotherHome(held));
          }
        }
      }
    }

    private void some(List<Held> some) {
      List<HoldProof> proofs =
          DeadHolds.of(store)
              .proofs(some.stream().map(held -> new Blocker(held.target(), held.hold())).toList());
      Map<Held, HoldProof> orphans = new LinkedHashMap<>();
      List<Held> unsettled = new ArrayList<>(0);
      Answers.each(
          some,
          proofs,
          (held, proof) -> {
            if (proof.isOrphan()) {
              orphans.put(held, proof);
            } else if (proof == HoldProof.UNSETTLED) {
              unsettled.add(held);
            }
          });
      if (!orphans.isEmpty()) {
        release(orphans);
      }
      if (!unsettled.isEmpty()) {
        alone(() -> reportMissed(unsettled));
      }
    }

    /** Releases orphans together, and one by one if the store refuses that. */
    private void release(Map<Held, HoldProof> orphans) {
      if (!isReleased(orphans)) {
        orphans.forEach(
            (held, proof) -> {
              if (!isReleased(Map.of(held, proof))) {
                refused.add(held);
              }
            });
      }
    }

    /** Returns whether the store has answered. */
    private boolean isReleased(Map<Held, HoldProof> orphans) {
      if (callsLeft == 0) {
        return false;
      }
      List<MatchOutcome> outcomes;
      try {
        outcomes =
            holds.end(
                orphans.keySet().stream()
                    .map(held -> Ending.of(held.target(), held.hold()))
                    .toList());
      } catch (StoreException thrown) {
        refusal = fault(thrown);
        callsLeft = thrown instanceof StoreUnavailableException ? 0 : callsLeft - 1;
        return false;
      }
      callsLeft = MOST_IN_A_ROW;
      Iterator<MatchOutcome> each = outcomes.iterator();
      orphans.forEach(
          (held, proof) -> report.accept(new Orphan(held, proof, Orphan.Outcome.of(each.next()))));
      return true;
    }

    /** A hold that was settled after it was seen is not there any more. */
    private void reportMissed(List<Held> unsettled) {
      Answers.each(
          unsettled,
          holds.find(unsettled.stream().map(Held::target).toList()),
          (held, now) ->
              now.stored()
                  .filter(stored -> stored.holds().contains(held.hold()))
                  .ifPresent(still -> leftAlone.accept(new LeftAlone.Unsettled(held))));
    }

    /**
     * The fault of the collection: another cluster may be away, or the login may not do what was
     * asked.
     *
     * @throws StoreUnavailableException if the whole store cannot be reached
     */
    private String fault(RuntimeException thrown) {
      if (thrown instanceof StoreUnavailableException unavailable
          && collection.cluster().isEmpty()) {
        throw unavailable;
      }
      return String.valueOf(thrown.getMessage());
    }
  }

  /** A scrub has seen this and does not touch it: nothing is proven of it, or it is no orphan. */
  public sealed interface LeftAlone
      extends Cases.Of5<
          LeftAlone.Unreadable,
          LeftAlone.OfAnotherHome,
          LeftAlone.UnreadableCollection,
          LeftAlone.UnwritableCollection,
          LeftAlone.Unsettled> {

    /**
     * An account, or a document that seems to have holds, cannot be read: its holds stay.
     *
     * @param isAccount whether the collection is that of the accounts
     * @param id as text
     * @param fault the field, and what is wrong with it
     */
    record Unreadable(CollectionName collection, boolean isAccount, String id, String fault)
        implements LeftAlone {}

    /**
     * A hold is of a transaction whose record is in another collection of records: only a scrub
     * there can prove anything of it.
     */
    record OfAnotherHome(Held held) implements LeftAlone {}

    /** A collection cannot be read: another cluster may be away, or the login may not read it. */
    record UnreadableCollection(CollectionName collection, String fault) implements LeftAlone {}

    /**
     * Orphans that the store does not release, for want of a right to write to the collection, say.
     * They may be there still.
     *
     * @param held the orphans that were not released, as far as is known
     * @param fault what the store said last
     */
    record UnwritableCollection(CollectionName collection, List<Held> held, String fault)
        implements LeftAlone {

      /** The holds do not change. */
      public UnwritableCollection {
        held = List.copyOf(held);
      }
    }

    /**
     * A target has a hold at the very epoch at which its record, which is done, was decided: its
     * settle has missed it, and the target lacks what the transaction did to it. If the hold were
     * withdrawn, that would be lost.
     */
    record Unsettled(Held held) implements LeftAlone {}
  }
}
