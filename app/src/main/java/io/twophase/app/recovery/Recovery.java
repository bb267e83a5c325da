package io.twophase.app.recovery;

import io.twophase.app.engine.Engine;
import io.twophase.app.engine.Ownership;
import io.twophase.app.event.Numbering;
import io.twophase.app.event.TreeGrowth;
import io.twophase.app.recovery.RecoveryPass.FileOrder;
import io.twophase.app.recovery.RecoveryRuns.RecoveryScope;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finishes what others left, the oldest first, by the compensation rules. It takes over a record at
 * once if its owner is dead. It takes over any record that has not changed for as long as the
 * request says, whoever owns it.
 *
 * <p>The rows of an import in file order are an exception while they are undecided: they are left
 * to the same import, which goes on with them in the file's order as soon as it is started again.
 * Only when they have not changed for as long as the request says are they taken over, one by one,
 * in the order of the rows.
 *
 * <p>Members that a record has left out, and that their caller does not go on with, are among what
 * others left: they are run as transactions alone, by the same rules. Those of a record in order
 * are run one by one, in its order.
 *
 * <p>Records that are old come first. Then a pass waits until it knows of each owner whether it is
 * alive: a second or two where it is, and five beats where it is dead; 6 seconds at most, and an
 * owner that beats too slowly for that is left to the next pass. Any number of processes may
 * recover one store at the same time, while owners are at work: epochs decide whose work counts.
 * Thread-safe.
 */
public final class Recovery {

  private final Store store;
  private final Engine engine;
  private final Ownership ownership;
  private final int batchSize;
  private final Retention retention;
  private final RecoveryListener listener;
  private final Ticker ticker;

  /**
   * Recovery of one store.
   *
   * @param batchSize how many transactions are brought to their ends together
   * @param retention of the same store
   * @param listener is notified of what {@code report} receives; must not throw
   * @param ticker measures the time between rounds
   */
  public Recovery(
      Store store,
      Engine engine,
      Ownership ownership,
      int batchSize,
      Retention retention,
      RecoveryListener listener,
      Ticker ticker) {
    this.store = store;
    this.engine = engine;
    this.ownership = ownership;
    this.batchSize = batchSize;
    this.retention = retention;
    this.listener = listener;
    this.ticker = ticker;
  }

  /**
   * One pass over what is stuck now: at most {@link io.twophase.ports.RecordQuery#MAX_LIMIT}
   * records, and the members that as many records have left out, besides any number of records that
   * cannot be read.
   *
   * @param report receives each record and member, when those that it is run with have ended
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void pass(RecoveryRequest request, Consumer<Recovered> report) {
    pass(
        Objects.requireNonNull(request, "request"),
        id -> true,
        Objects.requireNonNull(report, "report"));
  }

  /**
   * Finishes one transaction now, whoever owns it and however long it has not changed. A batch that
   * decides the transaction is finished with it; if that leaves it out, it is run alone. A row of a
   * file is finished only after all rows before it: then this reads all that is unfinished.
   *
   * @param id of a transaction or of a batch
   * @return what recovery did; none if there is no record of the transaction any more
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Optional<Recovered> recover(TransactionId id) {
    if (Objects.requireNonNull(id, "id").value().equals(TransactionId.BATCH_PREFIX)) {
      return Optional.empty();
    }
    RecordId decider =
        id.isReserved() ? new RecordId(id.value()) : find(id).decider().orElse(RecordId.of(id));
    Optional<Recovered> done = recover(id, store.records().find(List.of(decider)).get(0));
    return decider.value().equals(id.value()) ? done : leftOut(id).or(() -> done);
  }

  private Lookup find(TransactionId id) {
    return store.records().findMembers(List.of(id)).get(0);
  }

  /** Finishes a member that its record has left out; nothing, if that has decided it. */
  private Optional<Recovered> leftOut(TransactionId id) {
    return Optional.of(find(id))
        .filter(found -> found.kind() == Lookup.Kind.FOUND)
        .filter(found -> found.record().map(record -> record.frees(id)).orElse(true))
        .flatMap(found -> recover(id, found));
  }

  private Optional<Recovered> recover(TransactionId id, Lookup found) {
    if (found.kind() != Lookup.Kind.FOUND) {
      return found.fault().map(fault -> new Recovered.Unreadable(id.value(), fault));
    }
    RecoveryRequest request = RecoveryRequest.olderThan(Duration.ZERO);
    List<Recovered> done = new ArrayList<>();
    if (FileOrder.isFor(found)) {
      pass(request, id.value()::equals, done::add);
    } else {
      RecoveryScope scope = new RecoveryScope(request, one -> true, done::add);
      new RecoveryRuns(engine.withStuckAfter(Duration.ZERO), batchSize, scope).recover(found);
      done.forEach(listener::recovered);
    }
    return done.isEmpty() ? Optional.empty() : Optional.of(done.get(done.size() - 1));
  }

  /**
   * Gives numbers to what was decided before this call, where events are on: see {@link Numbering};
   * and leaves to what is numbered, where evidence is on: see {@link TreeGrowth}.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public void numberEvents() {
    EventRepository events = store.events();
    if (events.isOn()) {
      new Numbering(events).run();
    }
    if (events.evidence().isOn()) {
      new TreeGrowth(store).run();
    }
  }

  /**
   * Removes what was finished longer ago than the store is set to keep it, one pass, as {@link
   * Retention#attempt()}.
   */
  public Retention.Removed attemptRemoval() {
    return retention.attempt();
  }

  private void pass(RecoveryRequest request, Predicate<String> wanted, Consumer<Recovered> report) {
    RecoveryScope scope =
        new RecoveryScope(
            request,
            wanted,
            recovered -> {
              listener.recovered(recovered);
              report.accept(recovered);
            });
    RecoveryRuns runs =
        new RecoveryRuns(engine.withStuckAfter(request.olderThan()), batchSize, scope);
    new RecoveryPass(store.records(), ownership, runs).run();
    ownership.removeLongDead(bad -> scope.unreadable(bad.id(), bad.fault()));
  }

  /** Is notified of what recovery and scrubs do, on the thread that runs them. Must not throw. */
  public interface RecoveryListener {

    /** Recovery did something to a transaction, or could not. */
    default void recovered(Recovered recovered) {}

    /** A scrub found an orphan, which {@link Orphan#outcome} says whether it released. */
    default void orphanFound(Orphan orphan) {}
  }

  /**
   * Recovery again and again: one pass a round. A transaction that could not be finished is left
   * out of more and more rounds, so that a failure is not retried at once; each time it is tried it
   * is reported. Not thread-safe: one caller goes round.
   */
  public static final class RecoveryRounds {

    /** A transaction that could not be finished is tried at least once in so many rounds. */
    private static final int LONGEST_ABSENCE = 64;

    /** Between two looks for what has expired, if the first has found none. */
    private static final Duration BETWEEN_REMOVALS = Duration.ofHours(1);

    private final Recovery recovery;
    private final RecoveryRequest request;
    private final Map<String, Failure> failures = new HashMap<>();
    private long round;
    private Optional<Duration> nextRemoval = Optional.empty();

    private record Failure(int absence, long nextRound) {}

    /** Rounds of {@code recovery}. */
    public RecoveryRounds(Recovery recovery, RecoveryRequest request) {
      this.recovery = recovery;
      this.request = request;
    }

    /**
     * A round, after which decided transactions are numbered as events; at the first, and hourly
     * from then on, what has expired is removed after it.
     *
     * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached; the next
     *     round tries again
     * @throws StoreException if one of the three parts failed as a whole; the others were done
     */
    public void next(Consumer<Recovered> report) {
      round++;
      Consumer<Recovered> noteAndReport =
          recovered -> {
            note(recovered);
            report.accept(recovered);
          };
      Optional<StoreException> fault =
          StoreException.faultOfAny(
              () -> recovery.pass(request, this::isDue, noteAndReport),
              recovery::numberEvents,
              () -> removeExpired(noteAndReport));
      failures.values().removeIf(failure -> failure.nextRound() + LONGEST_ABSENCE < round);
      StoreException.throwAny(fault);
    }

    /**
     * Removes old records; if there were some, there may be more, and the next round looks again.
     */
    private void removeExpired(Consumer<Recovered> report) {
      Duration now = recovery.ticker.elapsed();
      if (nextRemoval.map(next -> next.compareTo(now) <= 0).orElse(true)) {
        Retention.Removed removed = recovery.attemptRemoval();
        nextRemoval = Optional.of(removed.isNothing() ? now.plus(BETWEEN_REMOVALS) : now);
        removed.stays().stream()
            .filter(each -> isDue(each.id()))
            .map(each -> new Recovered.Unreadable(each.id(), each.fault()))
            .forEach(report);
        StoreException.throwAny(removed.fault());
      }
    }

    private boolean isDue(String id) {
      Failure failure = failures.get(id);
      return failure == null || failure.nextRound() <= round;
    }

    private void note(Recovered recovered) {
      if (recovered.isLeftUndone()) {
        Failure before = failures.get(recovered.id());
        int absence = before == null ? 1 : Math.min(LONGEST_ABSENCE, 2 * before.absence());
        failures.put(recovered.id(), new Failure(absence, round + absence));
      } else {
        failures.remove(recovered.id());
      }
    }
  }
}
