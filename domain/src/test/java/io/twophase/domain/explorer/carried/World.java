package io.twophase.domain.explorer.carried;

import io.twophase.domain.event.RecordId;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.statement.Position;
import io.twophase.domain.statement.Posting;
import io.twophase.domain.transaction.Labels;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The records, what is carried, and where everybody is. Each transaction moves another power of
 * two, so that a sum says which are in it.
 *
 * @param records in the order in which they were decided
 * @param carried as it is stored
 * @param clock when the last record ended
 * @param old what has ended by then has ended long enough ago
 * @param isLetGo whether what is held back may go by now
 * @param passes the processes that make passes
 * @param reader who reads the statement
 * @param late writes without an answer, on their way
 * @param unanswered how many more there may be
 * @param fault what is wrong, if anybody has noticed
 */
record World(
    List<Stored> records,
    CarriedBalance carried,
    int clock,
    int old,
    boolean isLetGo,
    List<Pass> passes,
    Reader reader,
    List<CarriedBalance> late,
    int unanswered,
    Option<String> fault) {

  /**
   * A transaction's record.
   *
   * @param endedAt when it ended; 0 if it has not
   */
  record Stored(int endedAt, boolean isThere) {}

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
   * @param after the place of the last lone transaction that was listed
   * @param ofBatches whether it has come to the batches
   * @param page what it has listed
   * @param read what it has read of the carried balance
   * @param going what it still has to remove of the page
   * @param runs how many passes it will begin
   */
  record Pass(
      Step step,
      Option<Ending> after,
      boolean ofBatches,
      List<Integer> page,
      Option<CarriedBalance> read,
      List<Integer> going,
      int runs) {

    static Pass first(int runs) {
      return new Pass(Step.IDLE, Option.none(), false, List.of(), Option.none(), List.of(), runs);
    }
  }

  /**
   * Who reads the statement, record after record.
   *
   * @param next the record that it reads next
   * @param seen what it has seen, with the ending as it was
   * @param asked the carried balance, if it has asked
   * @param begunAt when it began
   */
  record Reader(int next, List<EndedPosting> seen, Option<CarriedBalance> asked, int begunAt) {}

  static World of(Scene scene) {
    List<Stored> records = new ArrayList<>();
    for (int at = 0; at < scene.batches().size(); at++) {
      records.add(new Stored(at < scene.ended() ? ended(scene, at) : 0, true));
    }
    int clock = records.stream().mapToInt(Stored::endedAt).max().orElse(0);
    return new World(
        records,
        CarriedBalance.none(new AccountId("A")),
        clock,
        clock,
        false,
        Collections.nCopies(scene.passes(), Pass.first(scene.runs())),
        new Reader(0, List.of(), Option.none(), 0),
        List.of(),
        scene.unanswered(),
        Option.none());
  }

  /** They ended in the opposite order of their decisions; those of a batch at once. */
  private static int ended(Scene scene, int at) {
    return scene.ended() - (scene.batches().get(at) == 0 ? at : 0);
  }

  EndedPosting line(Scene scene, int at) {
    return new EndedPosting(posting(at), ending(scene, at));
  }

  private static Posting posting(int at) {
    return new Posting(
        new Position(Instant.ofEpochSecond(at), "t" + at, 0),
        new TransactionId("t" + at),
        Direction.CREDIT,
        1L << at,
        List.of(),
        Labels.NONE,
        Option.none(),
        Option.none(),
        Option.none(),
        Instant.EPOCH);
  }

  Option<Ending> ending(Scene scene, int at) {
    int endedAt = records.get(at).endedAt();
    int batch = scene.batches().get(at);
    return Option.when(
        endedAt > 0,
        () ->
            new Ending(
                Instant.ofEpochSecond(endedAt),
                batch == 0
                    ? new RecordId.OfTransaction(new TransactionId("t" + at))
                    : new RecordId.OfBatch(new BatchId("batch:" + batch))));
  }

  List<Integer> there() {
    return IntStream.range(0, records.size())
        .filter(at -> records.get(at).isThere())
        .boxed()
        .toList();
  }

  /** What all of it comes to. */
  BigInteger total() {
    return BigInteger.ONE.shiftLeft(records.size()).subtract(BigInteger.ONE);
  }

  World with(List<Stored> stored, int newClock) {
    return new World(
        stored, carried, newClock, old, isLetGo, passes, reader, late, unanswered, fault);
  }

  World removing(int at) {
    List<Stored> stored = new ArrayList<>(records);
    stored.set(at, new Stored(records.get(at).endedAt(), false));
    return with(stored, clock);
  }

  World aged() {
    return new World(
        records, carried, clock, clock, isLetGo, passes, reader, late, unanswered, fault);
  }

  World lettingGo() {
    return new World(records, carried, clock, old, true, passes, reader, late, unanswered, fault);
  }

  World with(CarriedBalance balance) {
    return new World(
        records, balance, clock, old, isLetGo, passes, reader, late, unanswered, fault);
  }

  World with(int at, Pass pass) {
    List<Pass> all = new ArrayList<>(passes);
    all.set(at, pass);
    return new World(records, carried, clock, old, isLetGo, all, reader, late, unanswered, fault);
  }

  World with(Reader other) {
    return new World(records, carried, clock, old, isLetGo, passes, other, late, unanswered, fault);
  }

  World sending(CarriedBalance balance) {
    List<CarriedBalance> sent = new ArrayList<>(late);
    sent.add(balance);
    return new World(
        records, carried, clock, old, isLetGo, passes, reader, sent, unanswered - 1, fault);
  }

  World receiving(int at) {
    List<CarriedBalance> rest = new ArrayList<>(late);
    rest.remove(at);
    return new World(
        records, carried, clock, old, isLetGo, passes, reader, rest, unanswered, fault);
  }

  World with(String what) {
    return new World(
        records, carried, clock, old, isLetGo, passes, reader, late, unanswered, Option.some(what));
  }
}
