package io.twophase.domain.explorer.carried;

import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.explorer.breadth.Scene;
import io.twophase.domain.explorer.breadth.SmallWorld;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.statement.Position;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.transaction.Labels;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The records, what is carried, and where everybody is. Each transaction moves another power of
 * two, so that a sum says which are in it.
 */
final class World extends SmallWorld<World> {

  private final List<Integer> batches;

  /** When the record of each transaction ended; 0 if it has not. */
  List<Integer> endedAt;

  /** Whether each transaction is there. */
  List<Boolean> isThere;

  /** As it is stored. */
  CarriedBalance carried = CarriedBalance.none(new AccountId("A"));

  /** When the last record ended. */
  int clock;

  /** What has ended by then has ended long enough ago. */
  int old;

  /** Whether what is held back may go by now. */
  boolean isLetGo;

  List<Pass> passes;
  Reader reader = new Reader(0, List.of(), Optional.empty(), 0);

  /** Writes without an answer, on their way, and how many more there may be. */
  List<CarriedBalance> late = List.of();

  int unanswered;

  /** Where a pass is. */
  enum Step {
    IDLE,
    LISTED,
    READ,
    REMOVING
  }

  /**
   * A process that makes passes.
   *
   * @param after the place of the last record that was listed
   * @param page what it has listed
   * @param read what it has read of the carried balance
   * @param going what it still has to remove of the page
   * @param runs how many passes it will begin
   */
  record Pass(
      Step step,
      Optional<Ending> after,
      List<Integer> page,
      Optional<CarriedBalance> read,
      List<Integer> going,
      int runs) {

    static Pass first(int runs) {
      return new Pass(Step.IDLE, Optional.empty(), List.of(), Optional.empty(), List.of(), runs);
    }

    Pass at(Step next, Optional<CarriedBalance> balance) {
      return new Pass(next, after, page, balance, going, runs);
    }

    Pass withGoing(List<Integer> rest) {
      return new Pass(step, after, page, read, rest, runs);
    }
  }

  /**
   * The reader of the statement, transaction after transaction.
   *
   * @param next the transaction that it reads next
   * @param seen what it has seen, with the ending as it was
   * @param asked the carried balance, if it has asked
   * @param begunAt when it began
   */
  record Reader(int next, List<EndedPosting> seen, Optional<CarriedBalance> asked, int begunAt) {}

  /** Those alone ended in the opposite order of their decisions, a record of several last. */
  World(Scene scene) {
    int count = scene.get("records");
    int ended = scene.has("ended") ? scene.get("ended") - 1 : count;
    batches = IntStream.range(0, count).mapToObj(at -> at < scene.get("batchOf") ? 1 : 0).toList();
    endedAt =
        all()
            .map(at -> at >= ended ? 0 : 1 + ended - (batches.get(at) == 0 ? at : 0))
            .boxed()
            .toList();
    isThere = Collections.nCopies(count, true);
    clock = endedAt.stream().mapToInt(at -> at).max().orElse(0);
    old = clock;
    passes = Collections.nCopies(scene.get("passes"), Pass.first(scene.get("runs")));
    unanswered = scene.get("unanswered");
  }

  @Override
  protected List<?> cells() {
    return List.of(
        endedAt, isThere, carried, clock, old, isLetGo, passes, reader, late, unanswered);
  }

  private IntStream all() {
    return IntStream.range(0, batches.size());
  }

  /** The transactions that one record decides with another one. */
  IntStream decidedWith(int one) {
    int batch = batches.get(one);
    return all().filter(at -> at == one || (batch != 0 && batches.get(at) == batch));
  }

  List<Integer> there() {
    return all().filter(isThere::get).boxed().toList();
  }

  Optional<Ending> ending(int at) {
    int batch = batches.get(at);
    return endedAt.get(at) > 0
        ? Optional.of(
            new Ending(
                Instant.ofEpochSecond(endedAt.get(at)),
                new RecordId(batch == 0 ? "t" + at : "batch:" + batch)))
        : Optional.empty();
  }

  EndedPosting line(int at) {
    Posting posting =
        new Posting(
            new Position(Instant.ofEpochSecond(at), "t" + at, 0),
            new TransactionId("t" + at),
            Direction.CREDIT,
            cents(1L << at),
            List.of(),
            Labels.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Instant.EPOCH);
    return new EndedPosting(posting, ending(at));
  }

  /** What all of it comes to. */
  BigInteger total() {
    return BigInteger.ONE.shiftLeft(batches.size()).subtract(BigInteger.ONE);
  }

  /** What is carried, and what is there and not carried. */
  BigInteger known() {
    BigInteger known = carried.sum();
    for (int at : there()) {
      known = carried.has(ending(at)) ? known : known.add(BigInteger.ONE.shiftLeft(at));
    }
    return known;
  }
}
