package io.twophase.test.equality.record;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Random transitions of a record as it is stored, most often one that it may make next: from
 * numbers that are drawn before, so that two stores that have the same are asked the same.
 */
final class RandomTransitions {

  private static final List<String> APPROVERS = List.of("Ann", "Bob");

  private final Random random;

  private RandomTransitions(long seed) {
    this.random = new Random(seed);
  }

  /**
   * A transition of {@code id}.
   *
   * @param seed decides which
   * @param stored the record, if there is one
   */
  static Transition of(long seed, RecordId id, Optional<TransactionRecord> stored) {
    RandomTransitions draw = new RandomTransitions(seed);
    return stored
        .map(draw::next)
        .orElseGet(() -> Transition.acquire(id, draw.near(Epoch.FIRST), draw.owner()));
  }

  private Transition next(TransactionRecord stored) {
    return random.nextInt(6) == 0 ? any(stored) : likely(stored);
  }

  private Transition likely(TransactionRecord stored) {
    return switch (stored.state()) {
      case INITIAL -> random.nextInt(3) == 0 ? cancel(stored) : acquire(stored);
      case PENDING -> pending(stored);
      case AUTHORIZED -> authorized(stored);
      case APPLIED, CANCELING -> Transition.finish(stored.id(), stored.state());
      case DONE, CANCELED -> Transition.forget(stored.id(), stored.state());
    };
  }

  private Transition pending(TransactionRecord stored) {
    boolean isAuthorization =
        stored.only().stream().anyMatch(body -> body.authorization().isPresent());
    return switch (random.nextInt(8)) {
      case 0 -> cancel(stored);
      case 1 -> acquire(stored);
      case 2, 3 -> exclude(stored);
      case 4, 5, 6 -> isAuthorization ? authorize(stored) : decide(stored);
      default -> random.nextBoolean() ? authorize(stored) : decide(stored);
    };
  }

  private Transition authorize(TransactionRecord stored) {
    return Transition.authorize(stored.id(), near(stored.epoch()));
  }

  private Transition authorized(TransactionRecord stored) {
    return switch (random.nextInt(6)) {
      case 0 -> cancel(stored);
      case 1, 2, 3 -> approve(stored);
      default ->
          Transition.capture(
              stored.id().transaction(),
              near(stored.epoch()),
              List.of(),
              random.nextInt(3),
              owner());
    };
  }

  private Transition any(TransactionRecord stored) {
    return switch (random.nextInt(7)) {
      case 0 -> acquire(stored);
      case 1 -> approve(stored);
      case 2 -> exclude(stored);
      case 3 -> decide(stored);
      case 4 -> Transition.finish(stored.id(), any(List.of(State.APPLIED, State.CANCELING)));
      case 5 -> Transition.forget(stored.id(), any(List.of(State.DONE, State.CANCELED)));
      default -> authorize(stored);
    };
  }

  private Transition acquire(TransactionRecord stored) {
    return Transition.acquire(stored.id(), near(stored.epoch()), owner());
  }

  private Transition approve(TransactionRecord stored) {
    return Transition.approve(stored.id(), near(stored.epoch()), new ApproverName(any(APPROVERS)));
  }

  private Transition exclude(TransactionRecord stored) {
    TransactionId member =
        stored.members().isEmpty() || random.nextInt(8) == 0
            ? new TransactionId("nobody")
            : any(stored.members());
    return Transition.exclude(stored.id(), member, reason());
  }

  private Transition cancel(TransactionRecord stored) {
    // the record of one has its body in it, so its member is never unseen
    List<TransactionId> unseen = some(stored.members());
    return Transition.cancel(
        stored, reason(), owner(), stored.id().isOfMany() ? unseen : List.of());
  }

  /** Now and then by exclusions that are not all, or in another epoch. */
  private Transition decide(TransactionRecord stored) {
    Map<TransactionId, CancelReason> excluded =
        random.nextInt(5) == 0 ? Map.of() : stored.excluded();
    return Transition.decide(
        stored.id(), stored.members(), near(stored.epoch()), excluded, verdict(stored));
  }

  private Verdict verdict(TransactionRecord stored) {
    List<TransactionId> never = some(stored.members());
    Map<TransactionId, CancelReason> refused = new LinkedHashMap<>();
    Set<TransactionId> left = new LinkedHashSet<>();
    for (TransactionId member : never) {
      if (!stored.id().isOfMany() || random.nextBoolean()) {
        refused.put(member, refusal());
      } else {
        left.add(member);
      }
    }
    Set<TransactionId> unseen = new LinkedHashSet<>(some(List.copyOf(left)));
    return new Verdict(refused, left, unseen, moved(stored));
  }

  private Map<TransactionId, List<Long>> moved(TransactionRecord stored) {
    return stored
        .only()
        .filter(NewTransaction::isAtMost)
        .<Map<TransactionId, List<Long>>>map(body -> Map.of(body.id(), List.of(1L, 1L)))
        .orElse(Map.of());
  }

  /** Some of them, in their order. */
  private <T> List<T> some(List<T> all) {
    return all.stream().filter(each -> random.nextInt(4) == 0).toList();
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private Epoch near(Epoch epoch) {
    return random.nextInt(5) > 0 ? epoch : new Epoch(random.nextInt(4));
  }

  private Owner owner() {
    return owner(random);
  }

  /** One of few owners. */
  static Owner owner(Random random) {
    return new Owner(
        new ApplicationName("App" + random.nextInt(2)),
        (random.nextBoolean()
            ? Optional.of(new OwnerId("process" + random.nextInt(2)))
            : Optional.empty()),
        new Token("token" + random.nextInt(3)));
  }

  private CancelReason refusal() {
    return new HoldRefusal.NoSuchAccount(new AccountId("nowhere"));
  }

  private CancelReason reason() {
    return switch (random.nextInt(4)) {
      case 0 -> new CancelReason.Recovered();
      case 1 -> new CancelReason.Expired(Instant.ofEpochMilli(random.nextInt()));
      case 2 -> refusal();
      default -> new CancelReason.Requested("changed my mind");
    };
  }
}
