package io.twophase.app.engine;

import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.machine.Step.Blocker;
import io.twophase.domain.record.HoldProof;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.ports.Answers;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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
    Map<RecordId, Lookup> seen = lookups(blockers);
    List<Ending> ends = dead(blockers, seen);
    if (!ends.isEmpty()) {
      holds.end(ends);
    }
    Set<RecordId> alive =
        blockers.stream()
            .filter(blocker -> proof(blocker, seen) == HoldProof.ALIVE)
            .map(blocker -> blocker.hold().record())
            .collect(Collectors.toSet());
    return seen.values().stream()
        .filter(lookup -> alive.contains(new RecordId(lookup.id())))
        .toList();
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
    List<Blocker> placed =
        holds.find(tight).stream()
            .flatMap(sight -> sight.stored().stream())
            .flatMap(
                stored -> stored.holds().stream().map(hold -> new Blocker(stored.target(), hold)))
            .toList();
    List<Ending> ends = placed.isEmpty() ? List.of() : dead(placed, lookups(placed));
    if (ends.isEmpty()) {
      return Map.of();
    }
    if (holds.end(ends).contains(MatchOutcome.IN_DOUBT)) {
      throw new StoreUnavailableException(
          "no certain answer to the withdrawal of a dead hold from " + ends.get(0).target());
    }
    return holds.find(ends.stream().map(Ending::target).distinct().toList()).stream()
        .flatMap(sight -> sight.stored().stream())
        .collect(Collectors.toMap(Stored::target, stored -> stored));
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
    Map<RecordId, Lookup> seen = read(ids);
    List<RecordId> absent =
        seen.values().stream()
            .filter(lookup -> lookup.kind() == Lookup.Kind.ABSENT)
            .map(lookup -> new RecordId(lookup.id()))
            .toList();
    if (!absent.isEmpty()) {
      records.insert(absent.stream().map(NewRecord::tombstone).toList());
      // read again whatever was answered: only what is there counts
      seen.putAll(read(absent));
    }
    return seen;
  }

  private Map<RecordId, Lookup> read(List<RecordId> ids) {
    return Answers.byAsked(ids, ids.isEmpty() ? List.of() : records.find(ids));
  }
}
