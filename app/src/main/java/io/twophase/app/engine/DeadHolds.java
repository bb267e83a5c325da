package io.twophase.app.engine;

import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.machine.Step.Blocker;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Withdraws holds that nobody will ever settle, where they are in somebody's way: so that a process
 * that has died, or a message that has come late, keeps nobody out. Safe at any moment, beside any
 * number of workers. Thread-safe.
 */
public record DeadHolds(Holds holds, Records records, Home home) {

  /** The holds of one store. */
  public static DeadHolds of(Store store) {
    return new DeadHolds(store.holds(), store.records(), store.home());
  }

  /**
   * Withdraws those of the holds that are orphans, by their records. One in doubt then may still be
   * there: the caller asks its target again.
   *
   * @param blockers holds that were seen before this call; those of other homes are left alone,
   *     since their records are elsewhere
   * @return the records of the other holds, which have not ended, once each: one of them that is
   *     stuck has to be recovered before the target is free
   * @throws io.twophase.ports.StoreException if the records cannot be read, or a withdrawal is
   *     impossible
   */
  public List<Lookup> clear(List<Blocker> blockers) {
    Map<RecordId, Lookup> alive = new LinkedHashMap<>();
    Map<RecordId, Lookup> seen = lookups(blockers);
    for (Blocker blocker : blockers) {
      if (proof(blocker, seen) == HoldProof.ALIVE) {
        RecordId record = blocker.hold().record();
        Optional.ofNullable(seen.get(record)).ifPresent(lookup -> alive.put(record, lookup));
      }
    }
    List<Ending> ends = dead(blockers, seen);
    if (!ends.isEmpty()) {
      holds.end(ends);
    }
    return List.copyOf(alive.values());
  }

  /**
   * Proves of each hold what its record says of it, in their order. A hold of another home is
   * unproven.
   *
   * @param placed holds that were seen before this call
   * @throws io.twophase.ports.StoreException if the records cannot be read
   */
  public List<HoldProof> proofs(List<Blocker> placed) {
    Map<RecordId, Lookup> seen = lookups(placed);
    return placed.stream().map(one -> proof(one, seen)).toList();
  }

  /**
   * Withdraws the orphans of targets that have too little left for a claim.
   *
   * @return those that had some, as they are without them
   * @throws StoreUnavailableException if a withdrawal had no certain answer
   * @throws io.twophase.ports.StoreException if they or the records cannot be read
   */
  public Map<Target, Stored> clearOf(List<Target> tight) {
    List<Blocker> placed = new ArrayList<>();
    for (Sight sight : holds.find(tight)) {
      for (Stored stored : sight.stored().stream().toList()) {
        stored.holds().forEach(hold -> placed.add(new Blocker(stored.target(), hold)));
      }
    }
    List<Ending> ends = placed.isEmpty() ? List.of() : dead(placed, lookups(placed));
    if (ends.isEmpty()) {
      return Map.of();
    }
    if (holds.end(ends).contains(MatchOutcome.IN_DOUBT)) {
      throw new StoreUnavailableException(
          "no certain answer to the withdrawal of a dead hold from " + ends.get(0).target());
    }
    Map<Target, Stored> cleared = new HashMap<>();
    List<Target> changed = ends.stream().map(Ending::target).distinct().toList();
    for (Sight sight : holds.find(changed)) {
      sight.stored().ifPresent(stored -> cleared.put(stored.target(), stored));
    }
    return cleared;
  }

  private List<Ending> dead(List<Blocker> placed, Map<RecordId, Lookup> seen) {
    return placed.stream()
        .filter(one -> proof(one, seen).isOrphan())
        .map(one -> Ending.of(one.target(), one.hold()))
        .toList();
  }

  private HoldProof proof(Blocker one, Map<RecordId, Lookup> seen) {
    return Optional.ofNullable(seen.get(one.hold().record()))
        .filter(lookup -> one.hold().home().equals(home))
        .map(lookup -> HoldProof.of(one.hold(), lookup))
        .orElse(HoldProof.UNPROVEN);
  }

  /**
   * The records of holds of this home, read after the holds were seen. A record that is missing is
   * replaced by a tombstone first, so that it can never come.
   */
  private Map<RecordId, Lookup> lookups(Collection<Blocker> placed) {
    List<RecordId> ids =
        placed.stream()
            .map(Blocker::hold)
            .filter(hold -> hold.home().equals(home))
            .map(Hold::record)
            .distinct()
            .toList();
    Map<RecordId, Lookup> seen = new HashMap<>();
    List<RecordId> absent = read(ids, seen);
    if (!absent.isEmpty()) {
      records.insert(absent.stream().map(NewRecord::tombstone).toList());
      // read again whatever was answered: only what is there counts
      read(absent, seen);
    }
    return seen;
  }

  private List<RecordId> read(List<RecordId> ids, Map<RecordId, Lookup> seen) {
    List<RecordId> absent = new ArrayList<>(0);
    if (!ids.isEmpty()) {
      List<Lookup> lookups = records.find(ids);
      for (int at = 0; at < ids.size(); at++) {
        seen.put(ids.get(at), lookups.get(at));
        if (lookups.get(at).kind() == Lookup.Kind.ABSENT) {
          absent.add(ids.get(at));
        }
      }
    }
    return absent;
  }
}
