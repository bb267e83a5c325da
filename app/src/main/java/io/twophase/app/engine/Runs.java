package io.twophase.app.engine;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Result.Unanswered;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Claims.Sharing;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import io.twophase.ports.Records.Whole;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs transactions: those that may share a record are decided by one, each other one alone. A
 * transaction that its record leaves out goes on in the next record, and alone if another record
 * has it, or if that record decides none of its transactions. If the store can, a record is tried
 * as one transaction of the store first. Thread-safe.
 */
public final class Runs {

  private final Engine engine;
  private final Records records;
  private final CollectionName accounts;
  private final Optional<Shortcut> shortcut;

  /** Runs by way of an engine. */
  public Runs(Engine engine) {
    this.engine = engine;
    this.records = engine.store.records();
    this.accounts = engine.store.accounts().collection();
    this.shortcut =
        records.runsWhole()
            ? Optional.of(new Shortcut(records, engine.ticker, engine.listener))
            : Optional.empty();
  }

  /**
   * The end of a run for one transaction; one value for all of which their record says the same.
   *
   * @param foundDecided whether it was decided before this call had any part in it
   * @param fencedAt the epoch at which another worker overtook this call's, if one did
   * @param kind that of the result
   * @param isOpenEnded whether something is left that is not known, or not finished
   */
  public record End(
      Result result,
      boolean foundDecided,
      Optional<Epoch> fencedAt,
      Result.Kind kind,
      boolean isOpenEnded) {

    private End(Result result, boolean foundDecided, Optional<Epoch> fencedAt) {
      this(result, foundDecided, fencedAt, result.kind(), result.isOpenEnded());
    }

    private static End of(Result result) {
      return new End(result, false, Optional.empty());
    }
  }

  /**
   * The ends of all transactions of a call.
   *
   * @param ends in the order asked: the end, or the worker of a transaction that waits for others
   * @param failure the last fault of the store that was met, if one was
   */
  public record Ended(List<Either<Worker, End>> ends, Optional<StoreException> failure) {}

  /**
   * Runs transactions to their ends. If the store fails after something was sent, what has no
   * answer is answered as unknown.
   *
   * @param bodies no id twice
   * @param inOrder whether the outcome must be that of running them one after the other; behind one
   *     without a certain and finished outcome nothing is sent
   * @param waits how those are treated that wait for others; {@link WaitPolicy#PAUSE} if in order
   * @param progress is notified of each answer that is certain before the end
   * @throws io.twophase.ports.StoreUnavailableException if nothing was sent to the store
   * @throws StoreException if the store failed before it answered anything at all
   */
  public Ended run(
      List<NewTransaction> bodies, boolean inOrder, WaitPolicy waits, Progress<End> progress) {
    Call call = new Call(bodies, waits, progress);
    return inOrder ? call.inOrder() : call.inAnyOrder();
  }

  /** The rule by which transactions share a record whose order is to be kept. */
  public Sharing sharingInOrder() {
    return new Sharing(accounts, true);
  }

  /**
   * Goes on with transactions that waited for others, each alone.
   *
   * @param waiting as an earlier call has left them
   * @param progress is notified of each answer that is certain before the end
   */
  public Ended goOn(List<Worker> waiting, WaitPolicy waits, Progress<End> progress) {
    return new Call(waiting.stream().map(Runs::body).toList(), waits, progress).goOn(waiting);
  }

  /** The transaction that a waiting worker has begun. */
  public static NewTransaction body(Worker waiting) {
    return waiting.goal().begins().orElseThrow().members().get(0);
  }

  /** The records of one call, one round of them after the other. */
  private final class Call implements Progress<Worker> {

    private final List<NewTransaction> bodies;
    private final WaitPolicy waits;
    private final Progress<End> progress;

    /** The end of each transaction, by its place. */
    private final @Nullable Either<Worker, End>[] ends;

    /** The places of those without an end. */
    private final BitSet open = new BitSet();

    private final BitSet told = new BitSet();
    private final BitSet toldOfStop = new BitSet();

    /** The number of open transactions that no record of this round may decide any more. */
    private int later;

    /** The places of the transactions of each worker that the engine drives. */
    private List<int[]> round = List.of();

    /** There if several transactions are asked for. */
    private @Nullable Parts parts;

    private boolean hasBegun;
    private boolean hasOpenEnd;
    private boolean areAllDecided;
    private Optional<StoreException> failure = Optional.empty();

    @SuppressWarnings({"unchecked", "rawtypes"})
    Call(List<NewTransaction> bodies, WaitPolicy waits, Progress<End> progress) {
      this.bodies = bodies;
      this.waits = waits;
      this.progress = progress;
      this.ends = new Either[bodies.size()];
      this.open.set(0, bodies.size());
    }

    /**
     * Runs one record after the other: a transaction that a record leaves out, or that cannot share
     * it, is in the next. Transactions alone go side by side.
     */
    Ended inAnyOrder() {
      while (!open.isEmpty()) {
        int before = open.cardinality();
        List<int[]> next =
            bodies.size() == 1 ? List.of(new int[] {0}) : parts().sideBySide(accounts);
        round(next, part -> begun(part, false));
        if (open.cardinality() == before) {
          parts().separate();
        }
      }
      return ended();
    }

    /**
     * Runs one record after the other, each ended before the next places a hold. A transaction that
     * already has a record of its own is run alone, in its place; one that ended in a record of
     * several has its answer.
     */
    Ended inOrder() {
      if (bodies.size() > 1) {
        List<Lookup> lookups =
            records.findMembers(bodies.stream().map(NewTransaction::id).toList());
        for (int at = 0; at < lookups.size(); at++) {
          found(at, lookups.get(at));
        }
      }
      while (!open.isEmpty() && !hasOpenEnd) {
        int[] next = parts().first(accounts);
        int before = open.cardinality();
        round(List.of(next), part -> begun(part, true));
        parts().ended(next, before - open.cardinality());
      }
      // nothing more is sent
      unknown(open.stream().toArray(), Unanswered.TURN);
      return ended();
    }

    /** Asked for by a record again, each of those that ended would be left out, and run alone. */
    private void found(int at, Lookup lookup) {
      NewTransaction body = bodies.get(at);
      for (Fate fate : lookup.ended(body).stream().toList()) {
        hasBegun = true;
        end(new End(Result.of(fate, true), true, Optional.empty()), at);
      }
      if (lookup.kind() != Lookup.Kind.ABSENT && lookup.member().isEmpty()) {
        parts().separate(at);
      }
    }

    private Parts parts() {
      Parts there = parts;
      if (there == null) {
        there = new Parts(bodies, open);
        parts = there;
      }
      return there;
    }

    /** The worker at a part's record, unless that ran at once. */
    private Optional<Worker> begun(int[] part, boolean inOrder) {
      Owner owner = engine.owner();
      NewRecord record = record(part, inOrder, owner);
      Optional<Claims> claims = part.length > 1 ? Optional.of(parts().claims()) : Optional.empty();
      return ranAtOnce(record, part)
          ? Optional.empty()
          : Optional.of(Worker.start(Goal.run(record), owner, claims));
    }

    /** Goes on with transactions alone, one for each body. */
    Ended goOn(List<Worker> waiting) {
      round(
          IntStream.range(0, waiting.size()).mapToObj(at -> new int[] {at}).toList(),
          part -> Optional.of(waiting.get(part[0])));
      return ended();
    }

    /** Starts a worker for each part, unless that ran at once, and sees all of them through. */
    private void round(List<int[]> next, Function<int[], Optional<Worker>> start) {
      later = open.cardinality();
      next.forEach(part -> later -= part.length);
      try {
        List<Worker> workers = new ArrayList<>(next.size());
        List<int[]> parts = new ArrayList<>(next.size());
        for (int[] part : next) {
          Optional<Worker> started = start.apply(part);
          started.ifPresent(workers::add);
          started.ifPresent(worker -> parts.add(part));
        }
        if (!workers.isEmpty()) {
          drive(workers, parts, waits);
        }
      } catch (StoreException fault) {
        failure = Optional.of(fault);
        if (next.stream().anyMatch(part -> part.length > 1) && isOfSome(failure)) {
          next.forEach(this::separate);
        } else if (hasBegun) {
          // others have their answers: these have none
          next.forEach(part -> unknown(part, Unanswered.BEGIN));
        } else {
          throw fault;
        }
      }
      if (!open.isEmpty()) {
        next.forEach(this::tellOfStop);
      }
    }

    private NewRecord record(int[] part, boolean inOrder, Owner owner) {
      return part.length == 1
          ? NewRecord.alone(bodies.get(part[0]), owner)
          : NewRecord.several(
              new RecordId(TransactionId.BATCH_PREFIX + engine.ids.nextTransactionId()),
              parts().bodies(part),
              inOrder,
              owner);
    }

    private boolean ranAtOnce(NewRecord record, int[] part) {
      if (shortcut.isEmpty()) {
        return false;
      }
      Whole whole = shortcut.orElseThrow().run(record);
      hasBegun |= whole.kind() == Whole.Kind.COMMITTED || whole.kind() == Whole.Kind.IN_DOUBT;
      for (TransactionRecord stored : whole.record().stream().toList()) {
        for (int at : part) {
          Fate fate = stored.fate(bodies.get(at).id()).orElseThrow();
          end(End.of(Result.of(fate, true)), at);
        }
      }
      return whole.record().isPresent();
    }

    private void drive(List<Worker> workers, List<int[]> parts, WaitPolicy policy) {
      round = parts;
      Engine.Ended ended = engine.run(workers, this, policy);
      hasBegun = true;
      failure = ended.failure().or(() -> failure);
      List<Worker> waiting = new ArrayList<>(0);
      List<int[]> theirs = new ArrayList<>(0);
      for (int at = 0; at < parts.size(); at++) {
        Worker worker = ended.workers().get(at);
        if (worker.hasStopped()) {
          take(worker, parts.get(at));
        } else if (worker.id().isOfMany()) {
          waiting.add(worker);
          theirs.add(parts.get(at));
        } else {
          end(parts.get(at)[0], Either.left(worker));
        }
      }
      if (!waiting.isEmpty()) {
        drive(waiting, theirs, WaitPolicy.PAUSE);
      }
    }

    /** Takes the results of a worker that has stopped. */
    private void take(Worker worker, int[] part) {
      if (isOfSome(failure) && isUnbegun(worker)) {
        // some member may be the cause that the store has refused it: the others go on alone
        separate(part);
        return;
      }
      var unused = ends(worker, part, this::end);
      for (int at : part) {
        if (open.get(at) && isElsewhere(worker, bodies.get(at).id())) {
          parts().separate(at);
        }
      }
    }

    /**
     * Takes the ends of a worker's transactions, but of those that it has left out; answers how
     * many they are.
     */
    private int ends(Worker worker, int[] part, ObjIntConsumer<End> taker) {
      boolean foundDecided = worker.foundDecided();
      Optional<Epoch> fencedAt = worker.fencedAt();
      Optional<End> ofEach =
          worker.resultOfEach().map(result -> new End(result, foundDecided, fencedAt));
      if (ofEach.isEmpty() && worker.result().isEmpty()) {
        return 0;
      }
      int taken = 0;
      for (int at : part) {
        End end =
            ofEach.orElseGet(
                () -> new End(worker.resultOf(bodies.get(at).id()), foundDecided, fencedAt));
        if (end.kind != Result.Kind.LEFT_OUT) {
          taker.accept(end, at);
          taken++;
        }
      }
      return taken;
    }

    private void separate(int[] part) {
      for (int at : part) {
        parts().separate(at);
      }
    }

    /** Returns whether the fault may be one that a single transaction is the cause of. */
    private static boolean isOfSome(Optional<StoreException> fault) {
      return fault.filter(met -> !(met instanceof StoreUnavailableException)).isPresent();
    }

    private static boolean isUnbegun(Worker worker) {
      return worker
              .result()
              .filter(result -> result.during().equals(Optional.of(Unanswered.BEGIN)))
              .isPresent()
          && worker.id().isOfMany();
    }

    /** Returns whether another record has the member, or had it when this one was decided. */
    private static boolean isElsewhere(Worker worker, TransactionId member) {
      return worker
          .record()
          .filter(record -> record.verdict().unseen().contains(member))
          .isPresent();
    }

    /** Takes the end of a transaction, unless it has one. */
    private void end(End end, int at) {
      if (open.get(at)) {
        end(at, Either.right(end));
        hasOpenEnd |= end.isOpenEnded;
        tell(end, at);
      }
    }

    private void end(int at, Either<Worker, End> end) {
      ends[at] = end;
      open.clear(at);
    }

    private void tell(End end, int at) {
      if (!told.get(at) && end.kind != Result.Kind.UNKNOWN) {
        told.set(at);
        progress.decided(at, end);
      }
    }

    @Override
    public void decided(int at, Worker worker) {
      int[] part = round.get(at);
      later += part.length - (isUnbegun(worker) ? 0 : ends(worker, part, this::tell));
    }

    @Override
    public void stopped(int at, Worker worker, Optional<StoreException> fault) {
      failure = fault.or(() -> failure);
      take(worker, round.get(at));
      tellOfStop(round.get(at));
    }

    private void tellOfStop(int[] part) {
      for (int at : part) {
        Either<Worker, End> end = ends[at];
        if (end != null && end.isRight() && !toldOfStop.get(at)) {
          toldOfStop.set(at);
          progress.stopped(at, end.get(), failure);
        }
      }
    }

    @Override
    public void left(Worker waiting) {
      progress.left(waiting);
    }

    @Override
    public void allDecided() {
      if (later == 0 && !areAllDecided) {
        areAllDecided = true;
        progress.allDecided();
      }
    }

    private void unknown(int[] part, Unanswered during) {
      for (int at : part) {
        end(End.of(Result.unknown(during)), at);
      }
    }

    private Ended ended() {
      later = 0;
      allDecided();
      return new Ended(List.of(ends), failure);
    }
  }
}
